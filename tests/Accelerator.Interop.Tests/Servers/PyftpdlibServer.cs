namespace Accelerator.Interop.Tests.Servers;

/// <summary>
/// pyftpdlib 1.5 behind <c>pyftpd-server.py</c>: one process, one virtual user, no root needed, and the faults below
/// (passed in <see cref="ServerOptions.Extra"/>) that real servers have been seen with.
/// </summary>
public sealed class PyftpdlibServer : FtpServerProcess
{
    /// <summary>Answers REST with 350 and sends from byte 0 all the same.</summary>
    public const string RestIgnored = "--rest-ignored";

    /// <summary>Ends encrypted data connections with a FIN, without TLS's close_notify.</summary>
    public const string NoCloseNotify = "--no-close-notify";

    private static readonly Regex Sent = new("^SENT ([0-9]+)$", RegexOptions.Multiline);

    private string _letGo = "";
    private string _cutListings = "";

    private PyftpdlibServer(ServerOptions options) : base(options)
    {
        if (options.Tls == ServerTls.Implicit)
            throw new ArgumentException("pyftpdlib has no implicit TLS: ask for ServerTls.Explicit.", nameof(options));
    }

    /// <summary>Bytes of file data handed to the kernel so far, over all connections; known to 64 KiB.</summary>
    public long BytesSent =>
        Sent.Matches(Log).LastOrDefault() is { } last ? long.Parse(last.Groups[1].Value, CultureInfo.InvariantCulture) : 0;

    protected override Regex LoggedCommand { get; } = new("^CMD (.*)$", RegexOptions.Multiline);

    /// <summary>The fault of servers that count offsets in few bits: REST starts at the offset modulo <paramref name="bytes"/>.</summary>
    public static string RestWrapsAt(long bytes) => $"--rest-wraps-at={bytes}";

    /// <summary>A server without these commands.</summary>
    public static string Without(params string[] commands) => $"--without={string.Join(',', commands)}";

    /// <summary>Cuts one session, control and data connection, when <paramref name="bytes"/> have left over all connections.</summary>
    public static string DropsOneSessionAfter(long bytes) => $"--drop-one-after={bytes}";

    /// <summary>
    /// Sends no more once <see cref="BytesSent"/> is <paramref name="bytes"/>, until <see cref="LetGo"/>, so that a test has any time for what it does in the
    /// middle of a transfer. Only with a rate.
    /// </summary>
    public static string HoldsAfter(long bytes) => $"--hold-after={bytes}";

    /// <summary>From now on a listing ends after six entries, and with 226 all the same.</summary>
    public void CutListings() => File.WriteAllText(_cutListings, "");

    /// <summary>Ends what <see cref="HoldsAfter"/> began, or keeps it from beginning.</summary>
    public void LetGo() => File.WriteAllText(_letGo, "");

    public static Task<PyftpdlibServer> StartAsync(ServerOptions options, CancellationToken cancellationToken) =>
        LaunchAsync(new PyftpdlibServer(options), cancellationToken);

    private protected override (string File, IReadOnlyList<string> Arguments) Prepare(ServerFolder folder)
    {
        ServerTools.Require("pyftpdlib");
        _letGo = folder.File("let-go");
        _cutListings = folder.File("cut-listings");
        List<string> arguments =
        [
            Path.Combine(AppContext.BaseDirectory, "Servers", "pyftpd-server.py"),
            $"--host={Host}",
            $"--port={Port}",
            $"--root={folder.Served}",
            $"--user={User}",
            $"--password={Password}",
            $"--max-clients={Math.Min(Options.MaxClients ?? 200, Options.MaxPerAddress ?? 200)}",
            $"--bytes-per-second={Options.BytesPerSecond ?? 0}",
            $"--hold-until={_letGo}",
            $"--cut-listings={_cutListings}",
        ];
        if (CertificateFile is not null)
            arguments.Add($"--certificate={CertificateFile}");
        return (ServerTools.Python, [.. arguments, .. Options.Extra]);
    }
}
