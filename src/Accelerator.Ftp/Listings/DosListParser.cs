namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>03-04-21 05:06AM 9730 name</c>: IIS, and servers that print what <c>dir</c> does, with two or four digits of the year, 12 or 24
/// hours, sizes in groups of three, and <c>&lt;DIR&gt;</c>, <c>&lt;JUNCTION&gt;</c> or <c>&lt;SYMLINKD&gt;</c> in place of the size.
/// </summary>
internal sealed class DosListParser(DateTimeOffset now) : ILineParser
{
    // "<DIR>" and the padding up to the column of names, both in IIS and in dir. Windows CE pads to another column.
    private const int TagWidth = 15;

    // Spaces between the time and the tag.
    private const int GapOfIis = 7;
    private const int GapOfDir = 4;

    private static ReadOnlySpan<byte> Points => " => "u8;

    public ListingForm Form => ListingForm.Dos;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[5];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 4 || !CalendarText.TryReadNumbers(line[fields[0]], now, out var date)
            || !TryTime(line, fields, out var clock, out var precision, out var used))
            return LineMeaning.Unread;

        parsed.Time = ListingTime.Local(date, clock, precision);
        if (fields.Length <= used) return LineMeaning.Unread;
        var start = fields[used].Start.Value;
        if (line[start] == '<')
        {
            ReadTag(line, start, ref parsed);
            parsed.Layout = start - fields[used - 1].End.Value is GapOfIis or GapOfDir ? NameLayout.AfterUsualTag : NameLayout.AfterTag;
        }
        else
        {
            parsed.Kind = EntryKind.File;
            parsed.Size = AsciiNumber.ReadSize(line[fields[used]]);
            if (parsed.Size is null && !AsciiNumber.IsOtherNumber(line[fields[used]])) return LineMeaning.Unread;
            parsed.Name = LineFields.After(line, fields[used].End);
            parsed.Layout = NameLayout.AfterDate;
            parsed.FileColumn = line.Length - parsed.Name.Length;
        }
        return parsed.Name.IsEmpty ? LineMeaning.Unread : LineMeaning.Entry;
    }

    // "05:06AM", "05:06 AM", "오전 05:06".
    private static bool TryTime(
        ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, out TimeOnly clock, out TimePrecision precision, out int used)
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

    private static void ReadTag(ReadOnlySpan<byte> line, int start, ref ParsedLine parsed)
    {
        var rest = line[start..];
        var close = rest.IndexOf((byte)'>');
        if (close < 0) return;
        var tag = rest[1..close];
        var pads = rest[(close + 1)..Math.Clamp(rest.Length, close + 1, Math.Max(close + 1, TagWidth))];
        parsed.Name = pads.IndexOfAnyExcept((byte)' ') < 0 ? rest[(close + 1 + pads.Length)..] : LineFields.TrimStart(rest[(close + 1)..]);
        parsed.NameStart = line.Length - parsed.Name.Length;
        parsed.Kind = tag.SequenceEqual("DIR"u8) ? EntryKind.Folder
            : tag.StartsWith("SYMLINK"u8) || tag.SequenceEqual("JUNCTION"u8) ? EntryKind.Link : EntryKind.Other;
        if (parsed.Kind == EntryKind.Link) SplitTarget(ref parsed);
    }

    // "name [target]" in dir, "name => target" in others. No name on Windows holds a ">".
    private static void SplitTarget(ref ParsedLine parsed)
    {
        var name = parsed.Name;
        if (name.IndexOf(Points) is > 0 and var arrow)
        {
            parsed.Target = name[(arrow + Points.Length)..];
            parsed.Name = name[..arrow];
        }
        else if (name is [.., (byte)']'] && name.LastIndexOf(" ["u8) is > 0 and var open)
        {
            parsed.Target = name[(open + 2)..^1];
            parsed.Name = name[..open];
        }
    }
}
