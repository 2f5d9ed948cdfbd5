using System.Diagnostics.CodeAnalysis;
using System.Globalization;
using System.Text;
using System.Text.Json;
using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Journals;

/// <summary>
/// The journal as text: a line of compact JSON in a <see cref="SealedText"/>. Older versions skip members that they do not know, such as
/// the checksums.
/// </summary>
internal static class ResumeJournalFormat
{
    /// <summary>The longest journal in bytes that is read or written.</summary>
    internal const int MaximumBytes = 1 << 20;

    /// <summary>Most ranges in both lists; at 45 bytes each, the longest, they stay below <see cref="MaximumBytes"/>.</summary>
    internal const int MaximumRanges = 16_384;

    // Only their presence matters for decisions; their names are for display.
    private const int MostSources = 16;
    private const int LongestSource = 1000;

    private static readonly SealedText Frame = new("accelerator-journal", 1, "is not a journal");

    // With sources that are not verified. It is another version, so that a program without support for them does not trust their bytes.
    private static ReadOnlySpan<byte> UnprovenVersion => "accelerator-journal 2\n"u8;

    private static readonly SealedText UnprovenFrame = new("accelerator-journal", 2, "is not a journal");

    /// <summary>
    /// Writes the state. When it has more than <see cref="MaximumRanges"/> the last ones are left out: claiming less is always correct.
    /// </summary>
    internal static byte[] Write(JournalState state)
    {
        var frame = state.UnprovenSources.Count == 0 ? Frame : UnprovenFrame;
        return frame.WriteJson(json => WriteMembers(json, state));
    }

    /// <summary>Reads what <see cref="Write"/> wrote.</summary>
    /// <param name="content">The complete file.</param>
    /// <param name="state">The state, when it is complete and consistent.</param>
    /// <param name="problem">Otherwise the error, as the rest of a sentence that begins with "it".</param>
    internal static bool TryRead(
        ReadOnlyMemory<byte> content, [NotNullWhen(true)] out JournalState? state, [NotNullWhen(false)] out string? problem)
    {
        var frame = content.Span.StartsWith(UnprovenVersion) ? UnprovenFrame : Frame;
        return frame.TryReadJson(content, json => ReadState(json, hasUnproven: frame == UnprovenFrame), CheckSense, out state, out problem);
    }

    private static void WriteMembers(Utf8JsonWriter json, JournalState state)
    {
        json.WriteString("site", state.Identity.Site);
        json.WriteString("path", state.Identity.Path);
        WriteNumber(json, "remoteSize", state.Identity.Size);
        json.WriteString("modified", state.Identity.Modified);
        json.WriteNumber("size", state.Size);
        var proven = state.Proven.Take(MaximumRanges).ToArray();
        WriteRanges(json, "proven", proven);
        WriteRanges(json, "unproven", state.Unproven.Take(MaximumRanges - proven.Length));
        if (state.RestHonoured is { } honoured)
            json.WriteBoolean("restHonoured", honoured);
        else
            json.WriteNull("restHonoured");
        json.WriteString("updatedUtc", state.UpdatedUtc.UtcDateTime.ToString("O", CultureInfo.InvariantCulture));
        if (state.UnprovenSources.Count > 0) WriteSources(json, state.UnprovenSources);
        if (state.Sums.Count > 0) JournalSums.Write(json, state.Sums, state.Size);
    }

    private static string? CheckSense(JournalState state)
    {
        if (state.Size < 0 || (state.Identity.Size is { } remote && remote != state.Size))
            return "has an impossible size";
        if (state.Proven.Count + state.Unproven.Count > MaximumRanges)
            return "claims too many ranges";
        return AreSound(state.Proven, state.Size) && AreSound(state.Unproven, state.Size) && AreApart(state.Proven, state.Unproven)
            ? null
            : "has impossible ranges";
    }

    /// <summary>Returns whether ranges are in order, not empty, do not overlap, and lie within the file.</summary>
    internal static bool AreSound(IReadOnlyList<ByteRange> ranges, long size)
    {
        var position = 0L;
        foreach (var range in ranges)
        {
            if (range.Start < position || range.IsEmpty || range.End > size)
                return false;
            position = range.End;
        }

        return true;
    }

    private static bool AreApart(IReadOnlyList<ByteRange> one, IReadOnlyList<ByteRange> other)
    {
        for (int left = 0, right = 0; left < one.Count && right < other.Count;)
        {
            if (one[left].End <= other[right].Start)
                left++;
            else if (other[right].End <= one[left].Start)
                right++;
            else
                return false;
        }

        return true;
    }

    private static void WriteNumber(Utf8JsonWriter json, string name, long? value)
    {
        if (value is { } number)
            json.WriteNumber(name, number);
        else
            json.WriteNull(name);
    }

    /// <summary>Writes ranges as pairs of numbers.</summary>
    internal static void WriteRanges(Utf8JsonWriter json, string name, IEnumerable<ByteRange> ranges)
    {
        json.WriteStartArray(name);
        foreach (var range in ranges)
        {
            json.WriteStartArray();
            json.WriteNumberValue(range.Start);
            json.WriteNumberValue(range.End);
            json.WriteEndArray();
        }

        json.WriteEndArray();
    }

    private static void WriteSources(Utf8JsonWriter json, IReadOnlyList<string> sources)
    {
        json.WriteStartArray("unprovenSources");
        foreach (var source in sources.Take(MostSources))
            json.WriteStringValue(source.Length <= LongestSource
                ? source : Encoding.UTF8.GetString(Encoding.UTF8.GetBytes(source[..(LongestSource - 1)])));
        json.WriteEndArray();
    }

    private static string[] ReadSources(JsonElement json)
    {
        string[] sources = [.. json.GetProperty("unprovenSources").EnumerateArray()
            .Select(source => source.GetString() ?? throw new FormatException())];
        return sources.Length is > 0 and <= MostSources && Array.TrueForAll(sources, source => source.Length is > 0 and <= LongestSource)
            ? sources : throw new FormatException();
    }

    private static JournalState ReadState(JsonElement json, bool hasUnproven)
    {
        var identity = new RemoteIdentity(
            json.GetProperty("site").GetString() ?? throw new FormatException(),
            json.GetProperty("path").GetString() ?? throw new FormatException(),
            json.GetProperty("remoteSize") is { ValueKind: not JsonValueKind.Null } size ? size.GetInt64() : null,
            json.GetProperty("modified").GetString());
        var whole = json.GetProperty("size").GetInt64();
        return new JournalState(
            identity,
            whole,
            ReadRanges(json.GetProperty("proven")),
            ReadRanges(json.GetProperty("unproven")),
            json.GetProperty("restHonoured") is { ValueKind: not JsonValueKind.Null } honoured ? honoured.GetBoolean() : null,
            json.GetProperty("updatedUtc").GetDateTimeOffset())
        {
            UnprovenSources = hasUnproven ? ReadSources(json) : [],
            Sums = JournalSums.Read(json, whole),
        };
    }

    /// <summary>Reads what <see cref="WriteRanges"/> wrote.</summary>
    /// <exception cref="FormatException">The content is not valid; JSON of another kind throws its own exceptions.</exception>
    internal static ByteRange[] ReadRanges(JsonElement json)
    {
        var ranges = new List<ByteRange>(json.GetArrayLength());
        foreach (var pair in json.EnumerateArray())
        {
            if (pair.GetArrayLength() != 2)
                throw new FormatException();
            ranges.Add(new ByteRange(pair[0].GetInt64(), pair[1].GetInt64()));
        }

        return [.. ranges];
    }
}

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
