using System.Globalization;
using System.Text.Json;
using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Journals;

/// <summary>
/// The checksums in a journal: the bytes that have one, the length of a block, and one value of eight hexadecimal digits for each unbroken
/// part of a block.
/// </summary>
internal static class JournalSums
{
    /// <summary>
    /// The most ranges of bytes with checksums; further ones are written without. With the other lists at their longest a journal stays
    /// within its limit.
    /// </summary>
    internal const int MaximumRanges = 1024;

    private const string Name = "crc32c";
    private const int Digits = 8;

    /// <summary>Writes checksums; there must be at least one.</summary>
    /// <param name="json">The journal.</param>
    /// <param name="sums">The checksums, in order.</param>
    /// <param name="size">Bytes in the complete file.</param>
    internal static void Write(Utf8JsonWriter json, IReadOnlyList<SummedRange> sums, long size)
    {
        var summed = new IntervalSet();
        foreach (var part in sums) summed.Add(part.Range);
        var ranges = summed.ToArray().AsSpan(0, Math.Min(summed.Count, MaximumRanges)).ToArray();
        json.WriteStartObject(Name);
        json.WriteNumber("block", RangeSums.BlockOf(size));
        ResumeJournalFormat.WriteRanges(json, "ranges", ranges);
        json.WriteString(
            "sums",
            string.Concat(sums.TakeWhile(part => part.Range.End <= ranges[^1].End)
                .Select(static part => part.Sum.ToString("x8", CultureInfo.InvariantCulture))));
        json.WriteEndObject();
    }

    /// <summary>
    /// Reads what <see cref="Write"/> wrote; returns none where there are none, or where the block size is not this version's.
    /// </summary>
    /// <exception cref="FormatException">The content is not valid; JSON of another kind throws its own exceptions.</exception>
    internal static SummedRange[] Read(JsonElement json, long size)
    {
        if (size < 0 || !json.TryGetProperty(Name, out var member)) return [];
        var block = member.GetProperty("block").GetInt64();
        if (block != RangeSums.BlockOf(size)) return [];
        var ranges = ResumeJournalFormat.ReadRanges(member.GetProperty("ranges"));
        var values = member.GetProperty("sums").GetString() ?? throw new FormatException();
        if (ranges.Length is 0 or > MaximumRanges || !ResumeJournalFormat.AreSound(ranges, size)) throw new FormatException();
        ByteRange[] parts = [.. RangeSums.PartsOf(ranges, block)];
        if (values.Length != parts.Length * Digits) throw new FormatException();
        return [.. parts.Select((part, i) => new SummedRange(
            part, uint.Parse(values.AsSpan(i * Digits, Digits), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture)))];
    }
}
