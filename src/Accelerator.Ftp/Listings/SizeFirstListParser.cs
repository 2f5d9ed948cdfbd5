namespace Accelerator.Ftp.Listings;

/// <summary>
/// Servers that write the size first: <c> 40774 IO.SYS Tue May 31 06:22:00 1994</c> (PC/TCP, <c>&lt;dir&gt;</c> of a folder) and <c> 9730
/// Nov-07-2003 20:50:10 name</c> (VxWorks, <c>&lt;DIR&gt;</c> behind the name of a folder).
/// </summary>
internal sealed class SizeFirstListParser : ILineParser
{
    // VxWorks separates the name by three spaces; a further one is part of the name.
    private const int Gap = 3;

    private static ReadOnlySpan<byte> Weekdays => "MonTueWedThuFriSatSun"u8;

    private static ReadOnlySpan<byte> FolderTag => " <DIR>"u8;

    public ListingForm Form => ListingForm.SizeFirst;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[8];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 4) return LineMeaning.Unread;
        if (IsTitle(line, fields)) return LineMeaning.Title;
        return IsPcTcp(line, fields, ref parsed) || IsVxWorks(line, fields, ref parsed) ? LineMeaning.Entry : LineMeaning.Unread;
    }

    private static bool IsTitle(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields) =>
        fields.Length == 4 && (line[fields[0]].SequenceEqual("size"u8)
            ? line[fields[1]].SequenceEqual("date"u8) && line[fields[3]].SequenceEqual("name"u8)
            : line.IndexOfAnyExcept((byte)'-', (byte)' ') < 0);

    private static bool IsPcTcp(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        var isFolder = line[fields[0]].SequenceEqual("<dir>"u8);
        if (fields.Length != 7 || !(isFolder || AsciiNumber.IsDigits(line[fields[0]])) || line[fields[2]].Length != 3
            || Weekdays.IndexOf(line[fields[2]]) < 0)
            return false;
        if (MonthNames.Find(line[fields[3]]) is not (> 0 and var month) || !AsciiNumber.TryRead(line[fields[4]], 2, out var day)
            || !ClockText.TryRead(line[fields[5]], out var clock, out var precision) || !UnixDate.TryYear(line[fields[6]], out var year))
            return false;
        parsed.Name = line[fields[1]];
        Take(line[fields[0]], isFolder, year, month, day, clock, precision, ref parsed);
        return true;
    }

    private static bool IsVxWorks(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        var date = line[fields[1]];
        if (!AsciiNumber.IsDigits(line[fields[0]]) || date.Length != 11 || date[3] != '-' || date[6] != '-'
            || MonthNames.Find(date[..3]) is not (> 0 and var month)
            || !AsciiNumber.TryRead(date[4..6], 2, out var day) || !UnixDate.TryYear(date[7..], out var year)
            || !ClockText.TryRead(line[fields[2]], out var clock, out var precision))
            return false;
        var name = line[fields[2].End..];
        var blanks = name.IndexOfAnyExcept((byte)' ') is >= 0 and var first ? first : name.Length;
        name = name[Math.Min(blanks, Gap)..];
        parsed.IsUncertain = blanks > Gap;
        var isFolder = LineFields.TrimEnd(name).EndsWith(FolderTag);
        parsed.Name = isFolder ? LineFields.TrimEnd(LineFields.TrimEnd(name)[..^FolderTag.Length]) : name;
        Take(line[fields[0]], isFolder, year, month, day, clock, precision, ref parsed);
        return !parsed.Name.IsEmpty;
    }

    private static void Take(ReadOnlySpan<byte> size, bool isFolder, int year, int month, int day, TimeOnly clock, TimePrecision precision,
        ref ParsedLine parsed)
    {
        parsed.Kind = isFolder ? EntryKind.Folder : EntryKind.File;
        if (!isFolder) parsed.Size = AsciiNumber.ReadSize(size);
        if (CalendarText.IsDate(year, month, day))
            parsed.Time = ListingTime.Local(new DateOnly(year, month, day).ToDateTime(clock), precision);
    }
}
