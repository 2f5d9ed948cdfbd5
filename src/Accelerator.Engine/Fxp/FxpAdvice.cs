using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Settings that the administrator of a server changes so that it takes part in transfers between servers. Pure.</summary>
internal static class FxpAdvice
{
    private const string Unknown =
        "allow data connections with other addresses than the client's (FXP, sometimes named a protection against FTP bounce attacks)";

    /// <summary>Settings by a keyword of the greeting, taken from the servers' sources and manuals.</summary>
    private static readonly (string Word, string Listening, string Connecting)[] Settings =
    [
        ("vsftpd", "set pasv_promiscuous=YES in vsftpd.conf", "set port_promiscuous=YES in vsftpd.conf"),
        ("ProFTPD", "set AllowForeignAddress on in proftpd.conf", "set AllowForeignAddress on in proftpd.conf"),
        ("Pure-FTPd", "start it with -w (AllowUserFXP yes), or with -W (AllowAnonymousFXP yes) for anonymous logins",
            "start it with -w (AllowUserFXP yes), or with -W (AllowAnonymousFXP yes) for anonymous logins"),
        ("Microsoft FTP", "set matchClientAddressForPasv=false in the site's data channel security",
            "set matchClientAddressForPort=false in the site's data channel security"),
        ("Serv-U", "switch off \"Block FTP_bounce attacks and FXP\"", "switch off \"Block FTP_bounce attacks and FXP\""),
        ("Cerberus", "allow FXP in its advanced settings", "allow FXP in its advanced settings"),
    ];

    /// <summary>Returns the end of a sentence that begins with the administrator.</summary>
    /// <param name="greeting">The server's greeting; null where it is not known.</param>
    /// <param name="isListener">Whether the server refused to listen or to accept the other server; else it refused to connect.</param>
    public static string For(string? greeting, bool isListener)
    {
        var known = Settings.FirstOrDefault(setting => greeting?.Contains(setting.Word, StringComparison.OrdinalIgnoreCase) == true);
        return known.Word is null ? Unknown : isListener ? known.Listening : known.Connecting;
    }

    /// <summary>Returns what failed, with one full stop: some servers end their sentences with their own.</summary>
    public static string Sentence(Exception failure) => failure.Message.TrimEnd('.') + ".";

    /// <summary>Explains why no data connection between the two servers was established, and what would help.</summary>
    /// <param name="request">The servers.</param>
    /// <param name="item">The file.</param>
    /// <param name="refusals">The refusals in the order of the tries; at least one.</param>
    /// <param name="greetings">The first line of a server's greeting.</param>
    public static string Explain(FxpRequest request, FxpItem item, IReadOnlyList<FxpRefusal> refusals, Func<FxpSide, string?> greetings)
    {
        var tries = refusals.Select(refusal => $"{Name(request, refusal.Passive)} listening: {refusal.Failure.Message.TrimEnd('.')}"
            + (refusal.IsSetting ? $"; the administrator of {Name(request, refusal.Culprit)} would "
                + $"{For(greetings(refusal.Culprit), refusal.IsListener)}." : "."));
        return $"{request.Source.Describe(item.From)} to {request.Destination.Describe(item.To)}: "
            + $"the servers do not allow a data connection between them. With {string.Join(" With ", tries)} "
            + (refusals.Count > 1 ? "Either change is enough. " : "")
            + "Alternatively, add --via-client to send the file through this computer, "
            + "or download it with ftpx get.";
    }

    /// <summary>Explains what may have ended the handshake between the two servers; the cause appears only in their own logs.</summary>
    /// <param name="request">The servers.</param>
    /// <param name="item">The file.</param>
    /// <param name="last">How the last try ended.</param>
    public static string ExplainHandshake(FxpRequest request, FxpItem item, string last) =>
        $"{request.Source.Describe(item.From)} to {request.Destination.Describe(item.To)}: "
            + $"both servers began the transfer twice, but no data arrived, whichever of them listened. Last attempt: {last} "
        + "The TLS handshake between the servers fails. The server that offers SSCN or CPSV starts the handshake and must trust "
            + "the other's certificate (ProFTPD: TLSCACertificateFile), and neither server may require session reuse "
        + "(vsftpd: require_ssl_reuse=NO, ProFTPD: TLSOptions NoSessionReuseRequired). "
            + "Alternatively, add --via-client to send the file through this computer.";

    private static string Name(FxpRequest request, FxpSide side) =>
        (side == FxpSide.Source ? request.Source : request.Destination).ToString();
}

/// <summary>One server's refusal to send data to, or accept data from, another server.</summary>
/// <param name="Passive">The server that listened, or should have listened.</param>
/// <param name="Failure">What happened.</param>
internal sealed record FxpRefusal(FxpSide Passive, FxpException Failure)
{
    /// <summary>
    /// The server whose setting caused the refusal. PORT and EPRT are refused by the server that was to connect. Once both have their
    /// command, the listening server decides which connections to accept, whichever of them reports the error.
    /// </summary>
    public FxpSide Culprit => Failure.Step is FxpStep.Listen or FxpStep.Call ? Failure.Side : Passive;

    /// <summary>Whether a server refused; else its address could not be passed to the other one.</summary>
    public bool IsSetting => Failure is not { Step: FxpStep.Call, Reply: null };

    /// <summary>Whether the server refused to listen, or to accept the other one; else it refused to connect.</summary>
    public bool IsListener => Culprit == Passive;
}
