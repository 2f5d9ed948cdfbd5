namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>03-04-21  05:06AM                 9730 name</c>: IIS, and servers that print what <c>dir</c> does, with two or four digits of the year,
/// 12 or 24 hours, sizes in groups of three, and <c>&lt;DIR&gt;</c>, <c>&lt;JUNCTION&gt;</c> or <c>&lt;SYMLINKD&gt;</c> in place of the size.
/// </summary>
internal sealed class DosListParser(DateTimeOffset now) : ILineParser
{
    // "<DIR>" and what pads it to the column of names, both in IIS and in dir.
    private const int TagWidth = 15;

    public ListingForm Form => ListingForm.Dos;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[5];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 4 || !CalendarText.TryReadNumbers(line[fields[0]], now, out var date) || !TryTime(line, fields, out var clock, out var precision, out var used))
            return LineMeaning.Unread;

        if (date is { } day) parsed.Time = ListingTime.Local(day.ToDateTime(clock), precision);
        if (fields.Length <= used) return LineMeaning.Unread;
        var start = fields[used].Start.Value;
        if (line[start] == '<') ReadTag(line[start..], ref parsed);
        else
        {
            parsed.Kind = EntryKind.File;
            parsed.Size = AsciiNumber.ReadSize(line[fields[used]]);
            if (parsed.Size is null) return LineMeaning.Unread;
            parsed.Name = LineFields.After(line, fields[used].End);
        }
        return parsed.Name.IsEmpty ? LineMeaning.Unread : LineMeaning.Entry;
    }

    // "05:06AM", "05:06 AM", "오전 05:06".
    private static bool TryTime(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, out TimeOnly clock, out TimePrecision precision, out int used)
    {
        used = 2;
        if (ClockText.TryRead(line[fields[1]], out clock, out precision))
        {
            if (ClockText.TryHalve(line[fields[2]], ref clock)) used = 3;
            return true;
        }
        used = 3;
        return ClockText.TryRead(line[fields[2]], out clock, out precision) && ClockText.TryHalve(line[fields[1]], ref clock);
    }

    private static void ReadTag(ReadOnlySpan<byte> rest, ref ParsedLine parsed)
    {
        var close = rest.IndexOf((byte)'>');
        if (close < 0) return;
        var tag = rest[1..close];
        // A blank more than the column has is the name's own.
        var pads = rest[(close + 1)..Math.Clamp(rest.Length, close + 1, Math.Max(close + 1, TagWidth))];
        parsed.Name = pads.IndexOfAnyExcept((byte)' ') < 0 ? rest[(close + 1 + pads.Length)..] : LineFields.TrimStart(rest[(close + 1)..]);
        parsed.Kind = tag.SequenceEqual("DIR"u8) ? EntryKind.Folder
            : tag.StartsWith("SYMLINK"u8) || tag.SequenceEqual("JUNCTION"u8) ? EntryKind.Link : EntryKind.Other;
        if (parsed.Kind != EntryKind.Link || parsed.Name is not [.., (byte)']'] || parsed.Name.LastIndexOf(" ["u8) is not (> 0 and var open)) return;
        parsed.Target = parsed.Name[(open + 2)..^1];
        parsed.Name = parsed.Name[..open];
    }
}
