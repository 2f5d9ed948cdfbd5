using System.Buffers;

namespace Accelerator.Ftp.Sessions;

/// <summary>Classifies a line that the user wants sent as it is. Pure; a command not known to be harmless counts as a change.</summary>
internal static class QuotedCommand
{
    private static readonly HashSet<string> Asking =
    [
        "CDUP", "CLNT", "CWD", "FEAT", "HASH", "HELP", "LANG", "MDTM", "MLST", "NOOP", "OPTS", "PWD", "SIZE", "STAT", "SYST", "TYPE",
        "XCRC", "XCUP", "XCWD", "XMD5", "XPWD", "XSHA", "XSHA1", "XSHA256", "XSHA512",
    ];

    // Ports and transfers, whose replies this program reads itself, and commands that would change the session's identity.
    private static readonly HashSet<string> Own =
    [
        "ABOR", "ACCT", "AUTH", "CCC", "CPSV", "EPRT", "EPSV", "LIST", "LPRT", "LPSV", "MLSD", "MODE", "NLST", "PASS", "PASV", "PBSZ",
        "PORT", "PROT", "QUIT", "RANG", "REIN", "REST", "RETR", "SMNT", "SPSV", "SSCN",
        "STRU", "USER",
    ];

    private const int LeastTime = 8;

    private static readonly SearchValues<char> TimeSigns = SearchValues.Create("0123456789.+-");

    /// <summary>Reads the first word of a line.</summary>
    /// <exception cref="ArgumentException">The line holds a line end or NUL, or its first word is not a command.</exception>
    public static QuotedKind KindOf(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        if (line.AsSpan().IndexOfAny('\r', '\n', '\0') >= 0)
            throw new ArgumentException("The line holds a line end or NUL, and one line is one command: it was not sent.");
        var verb = VerbOf(line);
        if (verb.Length is 0 or > 16 || !verb.All(char.IsAsciiLetterOrDigit))
            throw new ArgumentException("The first word of the line is no FTP command: it was not sent.");
        if (verb == "MDTM" && SetsTime(ArgumentOf(line))) return QuotedKind.Changes;
        if (Asking.Contains(verb)) return QuotedKind.Asks;
        return Own.Contains(verb) ? QuotedKind.OwnBusiness : QuotedKind.Changes;
    }

    /// <summary>
    /// Returns whether the argument of an MDTM begins with a time: then many servers set the time of the file that follows (vsftpd by
    /// default, with 8 or 14 digits or a fraction; others with a zone).
    /// </summary>
    public static bool SetsTime(string argument)
    {
        ArgumentNullException.ThrowIfNull(argument);
        var end = argument.IndexOf(' ');
        return end >= LeastTime && end < argument.Length - 1 && argument.AsSpan(0, LeastTime).IndexOfAnyExceptInRange('0', '9') < 0
            && argument.AsSpan(0, end).IndexOfAnyExcept(TimeSigns) < 0;
    }

    /// <summary>Returns the first word, in capitals.</summary>
    public static string VerbOf(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        return line.TrimStart().Split(' ', 2)[0].ToUpperInvariant();
    }

    /// <summary>Returns the rest of the line; empty if there is none.</summary>
    public static string ArgumentOf(string line)
    {
        ArgumentNullException.ThrowIfNull(line);
        return line.TrimStart().Split(' ', 2) is [_, var argument] ? argument : "";
    }
}

/// <summary>The effect of a quoted command.</summary>
internal enum QuotedKind
{
    /// <summary>A query or a change of folder, which changes nothing on the server.</summary>
    Asks,

    /// <summary>A command that would disrupt the session's own transfers, or change the session's identity.</summary>
    OwnBusiness,

    /// <summary>A command that changes something on the server, or may.</summary>
    Changes,
}
