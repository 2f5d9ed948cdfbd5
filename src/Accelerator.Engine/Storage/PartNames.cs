using System.Security.Cryptography;
using System.Text;

namespace Accelerator.Engine.Storage;

/// <summary>The names that a transfer uses beside its target until the file is complete.</summary>
internal static class PartNames
{
    private const string PartSuffix = ".part";
    private const string JournalSuffix = PartSuffix + ".journal";

    private const int LongestUnmeasured = 79;
    private const int LongestStem = 180;
    private const int HashBytes = 8;

    /// <summary>Returns the path of the partial file.</summary>
    /// <param name="target">The final name.</param>
    /// <param name="tag">The text before <c>.part</c>; null for the usual name.</param>
    public static string PartOf(string target, string? tag) => StemOf(target) + (tag is null ? PartSuffix : $".{tag}{PartSuffix}");

    /// <summary>Returns the path of the journal of a partial file.</summary>
    public static string JournalBeside(string partPath) => partPath + ".journal";

    /// <summary>Returns the path of the journal of a transfer to this target.</summary>
    public static string JournalOf(string target) => StemOf(target) + JournalSuffix;

    /// <summary>Returns all names that a transfer uses beside its target until it is complete.</summary>
    public static IReadOnlyList<string> SideFiles(string target) =>
        [PartOf(target, null), JournalOf(target), JournalOf(target) + AtomicFile.TemporarySuffix];

    /// <summary>
    /// Returns the common beginning of the <see cref="SideFiles"/>: the target, or where its name leaves no room for their suffixes, the
    /// name's beginning and a hash of the complete name.
    /// </summary>
    public static string StemOf(string target)
    {
        var rules = OperatingSystem.IsWindows() ? NameRules.Windows : NameRules.Linux;
        var name = Path.GetFileName(target.AsSpan());
        // A character has at most three bytes, so a short name need not be measured.
        if (name.Length <= LongestUnmeasured || LocalName.LengthOf(name.ToString(), rules) <= LocalName.LongestWithSuffix) return target;
        var hash = Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(name.ToString())).AsSpan(0, HashBytes));
        var kept = 0;
        var units = 0;
        foreach (var rune in name.EnumerateRunes())
        {
            units += rules == NameRules.Windows ? rune.Utf16SequenceLength : rune.Utf8SequenceLength;
            if (units > LongestStem) break;
            kept += rune.Utf16SequenceLength;
        }
        return $"{target[..^name.Length]}{name[..kept]}~{hash}";
    }
}
