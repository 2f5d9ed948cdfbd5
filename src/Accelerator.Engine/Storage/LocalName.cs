using System.Buffers;
using System.Globalization;
using System.Text;

namespace Accelerator.Engine.Storage;

/// <summary>
/// Maps a file name on a server to one safe name inside a local folder, and back. Parts that the local system would read as a folder, a
/// drive, a device or a stream, and characters that could deceive a reader, are percent-encoded: <c>a:b</c> is <c>a%3Ab</c> on Windows. A
/// percent sign stays unless two hexadecimal digits follow. So different names stay different, and ordinary ones are unchanged; nothing is
/// normalised, because neither system does. For all files of one folder: <see cref="LocalNames"/>.
/// </summary>
internal static class LocalName
{
    /// <summary>Most units in a name: the limit of NTFS and Linux.</summary>
    public const int Longest = 255;

    /// <summary>
    /// Most units that leave room for the suffixes of <see cref="PartialFile"/>, which shortens longer names for its own files.
    /// </summary>
    public static readonly int LongestWithSuffix = Longest - PartNames.SideFiles("").Max(suffix => suffix.Length);

    private const string ForbiddenOnWindows = "\\:*?\"<>|";

    // Characters without a rule, except at the end of a name or in a device name. Folders of a hundred thousand names consist of these.
    private static readonly SearchValues<char> Plain =
        SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789 !#$&'()+,-.;=@[]^_`{}");

    // RtlIsDosDeviceName_U knows these, COM and LPT with a digit, and since Windows NT no CLOCK$.
    private static readonly string[] Devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];

    /// <summary>Returns the local name.</summary>
    /// <param name="remote">
    /// The last part of a path on the server. Half surrogate pairs U+DC80 to U+DCFF stand for bytes that are no character, and are encoded
    /// as those.
    /// </param>
    /// <param name="rules">What the local system allows.</param>
    /// <returns>Null for a name that is a folder everywhere: an empty name, <c>.</c> and <c>..</c>.</returns>
    public static string? From(string remote, NameRules rules) => remote is "" or "." or ".." ? null : Write(remote, rules, []);

    /// <summary>
    /// Returns the server's name for every local name that <see cref="From"/> or <see cref="LocalNames"/> made. For any other name it
    /// decodes the escapes, and <see cref="From"/> of the result is a different name.
    /// </summary>
    public static string ToRemote(string local) => PercentCode.Decode(local);

    /// <summary>Returns whether a name from another source is one plain name as it stands, escapes or not.</summary>
    public static bool IsSafe(string name, NameRules rules)
    {
        if (name is "" or "." or "..") return false;
        for (var i = 0; i < name.Length;)
        {
            if (!Rune.TryGetRuneAt(name, i, out var rune) || !IsSafe(name, i, rune, rules)) return false;
            i += rune.Utf16SequenceLength;
        }
        return true;
    }

    /// <summary>Units of a name, to be compared with <see cref="Longest"/>: UTF-16 units on Windows, bytes elsewhere.</summary>
    public static int LengthOf(string local, NameRules rules) =>
        rules == NameRules.Windows ? local.Length : Encoding.UTF8.GetByteCount(local);

    /// <summary>Returns the name with unsafe characters, and those at some additional places, encoded.</summary>
    internal static string Write(string remote, NameRules rules, IReadOnlyCollection<int> places)
    {
        if (places.Count == 0 && IsPlain(remote, rules)) return remote;
        var local = Write(remote, rules, places, halvesAsBytes: true);
        // Bytes that are not characters in the server's charset can form one in UTF-8, and would be read as that.
        return ToRemote(local) == remote ? local : Write(remote, rules, places, halvesAsBytes: false);
    }

    private static bool IsPlain(string name, NameRules rules) =>
        name.Length > 0 && name.AsSpan().IndexOfAnyExcept(Plain) < 0
            && (rules != NameRules.Windows || !(name[^1] is '.' or ' ' || IsDevice(name)));

    private static string Write(string remote, NameRules rules, IReadOnlyCollection<int> places, bool halvesAsBytes)
    {
        var local = new StringBuilder(remote.Length + 16);
        var tilde = rules == NameRules.Windows ? TildeOfShortName(remote) : -1;
        for (var i = 0; i < remote.Length; i++)
        {
            if (!Rune.TryGetRuneAt(remote, i, out var rune))
            {
                PercentCode.Append(local, remote[i], halvesAsBytes);
                continue;
            }
            var isKept = IsSafe(remote, i, rune, rules) && !PercentCode.IsEscape(remote, i) && i != tilde && !places.Contains(i);
            if (isKept) local.Append(remote, i, rune.Utf16SequenceLength);
            else PercentCode.Append(local, rune);
            i += rune.Utf16SequenceLength - 1;
        }
        return local.ToString();
    }

    private static bool IsSafe(string name, int index, Rune rune, NameRules rules) =>
        rune.Value != '/' && !Deceives(rune) && (rules != NameRules.Windows || IsSafeOnWindows(name, index));

    // Bidirectional overrides reverse "cod.exe", and line ends break a listing. The two joiners do neither: words of Persian and of Indian
    // languages are spelled with them, and emoji are composed with them.
    private static bool Deceives(Rune rune) => Rune.GetUnicodeCategory(rune) switch
    {
        UnicodeCategory.Control or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator => true,
        UnicodeCategory.Format => rune.Value is not (0x200C or 0x200D),
        _ => false,
    };

    private static bool IsSafeOnWindows(string name, int index) => name[index] switch
    {
        // Windows drops trailing dots and blanks, so "x." and "x" would be one file.
        '.' or ' ' when index == name.Length - 1 => false,
        _ when index == 0 && IsDevice(name) => false,
        var c => !ForbiddenOnWindows.Contains(c),
    };

    // "con", "com1.txt" and "LPT9 .x" open devices on Windows 10 in every folder. COM0 and LPT0 are on Microsoft's list, and so are the
    // superscript digits of Latin-1.
    private static bool IsDevice(string name)
    {
        var dot = name.IndexOf('.');
        var stem = (dot < 0 ? name : name.AsSpan(0, dot)).TrimEnd(' ');
        if (stem.Length is < 3 or > 7) return false;
        foreach (var device in Devices)
        {
            if (stem.Equals(device, StringComparison.OrdinalIgnoreCase)) return true;
        }
        return stem.Length == 4 && (char.IsAsciiDigit(stem[3]) || stem[3] is '¹' or '²' or '³')
            && (stem.StartsWith("COM", StringComparison.OrdinalIgnoreCase) || stem.StartsWith("LPT", StringComparison.OrdinalIgnoreCase));
    }

    // NTFS gives "long file.txt" the second name LONGFI~1.TXT: a file of that name would replace the other.
    private static int TildeOfShortName(string name)
    {
        var end = name.IndexOf('.') is >= 0 and var dot ? dot : name.Length;
        var stem = name.AsSpan(0, end).TrimEnd("0123456789");
        return end <= 8 && name.Length - end <= 4 && stem.Length < end && stem.EndsWith("~") ? stem.Length - 1 : -1;
    }
}
