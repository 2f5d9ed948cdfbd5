using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// Servers that write the name first: <c>DESIGN1.DOC  11264  05-11-95  14:20</c> (SuperTCP, perhaps with a long name behind the time),
/// <c>DESIGN1.DOC 11264 May 11 1995 14:20 A</c> (NetManage Chameleon) and <c>boot.exe 1014196 06/03/04 Thur. 10:20:03</c> (Nortel's wfFtp).
/// Folders have <c>&lt;DIR&gt;</c> in place of the size.
/// </summary>
internal sealed class NameFirstListParser(DateTimeOffset now) : ILineParser
{
    private static readonly SearchValues<byte> Attributes = SearchValues.Create("RHSA"u8);

    public ListingForm Form => ListingForm.NameFirst;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[8];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 4 || fields[0].Start.Value > 0 || UnixMode.TryRead(line[fields[0]], out _, out _)) return LineMeaning.Unread;

        var isFolder = line[fields[1]].SequenceEqual("<DIR>"u8);
        if (!isFolder && !AsciiNumber.IsDigits(line[fields[1]])) return LineMeaning.Unread;
        parsed.Name = line[fields[0]];
        if (!IsShort(line, fields, ref parsed) && !IsNamed(line, fields, ref parsed) && !IsWithWeekday(line, fields, ref parsed))
            return LineMeaning.Unread;

        parsed.Kind = isFolder ? EntryKind.Folder : EntryKind.File;
        if (!isFolder) parsed.Size = AsciiNumber.ReadSize(line[fields[1]]);
        return parsed.Name.IsEmpty ? LineMeaning.Unread : LineMeaning.Entry;
    }

    // A time without seconds, and no type such as *STMF after it: OS/400 writes owner, size, date and time.
    private bool IsShort(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (!CalendarText.TryReadNumbers(line[fields[2]], now, out var date)
            || !ClockText.TryRead(line[fields[3]], out var clock, out var precision) || precision != TimePrecision.Minute)
            return false;
        if (fields.Length > 4)
        {
            if (line[fields[4]][0] == '*') return false;
            parsed.Name = LineFields.After(line, fields[3].End);
            parsed.Layout = NameLayout.AfterDate;
        }
        parsed.Time = ListingTime.Local(date, clock, precision);
        return true;
    }

    private static bool IsNamed(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (fields.Length is not (6 or 7) || MonthNames.Find(line[fields[2]]) is not (> 0 and var month)
            || !AsciiNumber.TryRead(line[fields[3]], 2, out var day)
            || !UnixDate.TryYear(line[fields[4]], out var year) || !ClockText.TryRead(line[fields[5]], out var clock, out var precision))
            return false;
        if (fields.Length == 7 && line[fields[6]].IndexOfAnyExcept(Attributes) >= 0) return false;
        if (CalendarText.IsDate(year, month, day))
            parsed.Time = ListingTime.Local(new DateOnly(year, month, day).ToDateTime(clock), precision);
        return true;
    }

    private bool IsWithWeekday(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (fields.Length != 5 || !CalendarText.TryReadNumbers(line[fields[2]], now, out var date)
            || line[fields[3]] is not [_, _, .., (byte)'.']
            || !ClockText.TryRead(line[fields[4]], out var clock, out var precision))
            return false;
        parsed.Time = ListingTime.Local(date, clock, precision);
        return true;
    }
}
