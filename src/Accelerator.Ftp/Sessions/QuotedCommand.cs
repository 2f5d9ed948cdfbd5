namespace Accelerator.Ftp.Sessions;

/// <summary>
/// What a line that somebody wants sent as it stands would do. Pure; what is not known to leave a server as it is counts as a change.
/// </summary>
internal static class QuotedCommand
{
    private static readonly HashSet<string> Asking =
    [
        "CDUP", "CLNT", "CWD", "FEAT", "HASH", "HELP", "LANG", "MDTM", "MLST", "NOOP", "OPTS", "PWD", "SIZE", "STAT", "SYST", "TYPE",
        "XCRC", "XCUP", "XCWD", "XMD5", "XPWD", "XSHA", "XSHA1", "XSHA256", "XSHA512",
    ];

    // Ports and transfers, whose replies this program waits for itself, and what would make the session another one.
    private static readonly HashSet<string> Own =
    [
        "ABOR", "ACCT", "AUTH", "CCC", "CPSV", "EPRT", "EPSV", "LIST", "LPRT", "LPSV", "MLSD", "MODE", "NLST", "PASS", "PASV", "PBSZ",
        "PORT", "PROT", "QUIT", "RANG", "REIN", "REST", "RETR", "SMNT", "SPSV", "SSCN",
        "STRU", "USER",
    ];

    /// <summary>Reads the first word of a line.</summary>
    /// <exception cref="ArgumentException">The line holds a line end or NUL, or its first word is no command.</exception>
    public static QuotedKind KindOf(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        if (line.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0)
            throw new ArgumentException("The line holds a line end or NUL, and one line is one command: it was not sent.");
        var verb = VerbOf(line);
        if (verb.Length is 0 or > 16 || !verb.All(char.IsAsciiLetterOrDigit))
            throw new ArgumentException("The first word of the line is no FTP command: it was not sent.");
        if (Asking.Contains(verb)) return QuotedKind.Asks;
        return Own.Contains(verb) ? QuotedKind.OwnBusiness : QuotedKind.Changes;
    }

    /// <summary>The first word, in capitals.</summary>
    public static string VerbOf(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        return line.TrimStart().Split(' ', 2)[0].ToUpperInvariant();
    }

    /// <summary>What stands behind it; empty for nothing.</summary>
    public static string ArgumentOf(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        return line.TrimStart().Split(' ', 2) is [_, var argument] ? argument : "";
    }
}
