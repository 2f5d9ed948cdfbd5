using System.Globalization;
using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// Reads the text of a listing's final reply. Servers report in many words and languages that something is missing, so that no list of
/// phrases finds them all. A text is good if it consists of words with which servers say that all is done; any other word is a doubt.
/// </summary>
internal static class FinalText
{
    // From the sources or transcripts of vsftpd, ProFTPD, Pure-FTPd, wu-ftpd, FileZilla Server, IIS, Serv-U, pyftpdlib, Apache FtpServer,
    // Twisted, bftpd, CrushFTP, NcFTPd, MultiNet, z/OS, IBM i and Windows CE. Not among them: no, not, only, but, first, limit, partial.
    private static readonly HashSet<string> Good = new(
        """
        transfer transfers transferred complete completed completely done finished ended end ok okay success successful successfully
        succeeded closing closed data connection directory dir folder file files list listing listings listed send sent submitted
        the a an of this it that all has have been is was and for in on with at from per using ascii binary image mode type
        requested action taken operation request processed command mlsd nlst contents content match matches matched total totals entry
        entries name names item items object objects line lines options option bytes byte b kb mb gb kib mib gib kbyte kbytes mbytes
        bps kbps s sec secs second seconds ms msec msecs rate speed average avg took time elapsed nothing to
        """.Split((char[])[' ', '\n', '\r'], StringSplitOptions.RemoveEmptyEntries), StringComparer.OrdinalIgnoreCase);

    private static readonly HashSet<string> Names = new(
        ["matches", "match", "entries", "entry", "files", "file", "names", "name", "items", "item", "objects", "object"],
        StringComparer.OrdinalIgnoreCase);

    // Beginnings of words in English, French, German, Italian and Spanish.
    private static readonly string[] Missing =
    [
        "trunc", "tronq", "tronc", "fail", "unable", "incompl", "parti", "parz", "limi", "begren", "denied", "denie", "refus", "verweig",
        "abort", "abgebr", "error", "erreur", "fehler", "only", "first", "not ", "cannot", "could", "missing", "skip", "more",
        "maxim", "exceed", "interr", "unvollst", "omit", "too many",
    ];

    // "." and ".." may count or not: Pure-FTPd's number includes them in MLSD.
    private const int OwnLines = 2;

    /// <summary>Returns whether a text says that the listing is complete, and contradicts it nowhere.</summary>
    /// <param name="reply">The final reply, a success.</param>
    /// <param name="listed">Number of names that arrived.</param>
    public static bool SaysDone(FtpReply reply, long listed)
    {
        foreach (var line in reply.Lines)
        {
            var words = Words(line);
            for (var i = 0; i < words.Count; i++)
            {
                if (Number(words[i]) is not { } number)
                {
                    if (!Good.Contains(words[i])) return false;
                }
                else if (Follows(words, i, 1) is { } next && ((Names.Contains(next) && number > listed + OwnLines)
                    || (next is "of" or "OF" && Follows(words, i, 2) is { } all && Number(all) > number)))
                {
                    // More names than arrived, or "300 of 330".
                    return false;
                }
            }
        }
        return true;
    }

    /// <summary>
    /// Returns whether a text may be the usual one of a server: it has no word of a report that something is missing, and not the number of
    /// names that arrived, as the report of a limit has.
    /// </summary>
    public static bool MayBeUsual(FtpReply reply, long listed) =>
        !reply.Lines.Any(line => Missing.Any(sign => line.Contains(sign, StringComparison.OrdinalIgnoreCase)))
            && !reply.Lines.SelectMany(Words).Any(word => Number(word) is { } number && number <= listed && number >= listed - OwnLines);

    /// <summary>Returns a text without what differs from one listing to the next: numbers, and what is quoted.</summary>
    public static string FormOf(FtpReply reply) =>
        string.Join('\n', reply.Lines.Select(line => string.Join(' ', Words(line).Select(word => Number(word) is null ? word : "#"))));

    private static string? Follows(List<string> words, int at, int by) => at + by < words.Count ? words[at + by] : null;

    // "300/330" stays one word, which is no good one.
    private static List<string> Words(string line)
    {
        var words = new List<string>();
        var quoted = line.Split('"');
        for (var part = 0; part < quoted.Length; part += 2)
        {
            foreach (var word in quoted[part].Split((char[])[' ', '\t'], StringSplitOptions.RemoveEmptyEntries))
            {
                // Options of ls, and paths.
                if (word[0] is '-' or '/') continue;
                if (IsShare(word.Trim('(', ')', '[', ']', '.', ',', ';'))) words.Add(word);
                else AddPieces(words, word);
            }
        }
        return words;
    }

    private static bool IsShare(string word) => word.Contains('/') && word.All(c => char.IsAsciiDigit(c) || c == '/');

    private static void AddPieces(List<string> words, string word)
    {
        var piece = new StringBuilder();
        foreach (var c in word + " ")
        {
            var isNumeric = char.IsAsciiDigit(c) || (c is '.' or ',' && piece.Length > 0 && char.IsAsciiDigit(piece[0]));
            if (piece.Length > 0 && !(char.IsAsciiDigit(piece[0]) ? isNumeric : IsLetter(c)))
            {
                words.Add(piece.ToString().TrimEnd('.', ','));
                piece.Clear();
            }
            if (isNumeric || IsLetter(c)) piece.Append(c);
        }
    }

    // Bytes above ASCII are letters in some charset.
    private static bool IsLetter(char c) => char.IsAsciiLetter(c) || c >= 0x80;

    private static double? Number(string word) =>
        word.Contains('/') ? null
        : char.IsAsciiDigit(word[0])
            && double.TryParse(word.Replace(",", "", StringComparison.Ordinal), CultureInfo.InvariantCulture, out var number) ? number
            : char.IsAsciiDigit(word[0]) ? 0 : null;
}
