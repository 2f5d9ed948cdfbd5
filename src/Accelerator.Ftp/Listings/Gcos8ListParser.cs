namespace Accelerator.Ftp.Listings;

/// <summary>
/// Bull's GCOS 8: <c>- rwx rwx --- 1280 05/06/98 10:12:10 owner name</c>, with or without a time. The size counts blocks of a machine with
/// 36-bit words, not the bytes that RETR sends.
/// </summary>
internal sealed class Gcos8ListParser(DateTimeOffset now) : ILineParser
{
    private const int Triplets = 3;

    public ListingForm Form => ListingForm.Gcos8;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[10];
        var fields = LineFields.Split(line, places);
        if (fields.Length is not (8 or 9) || line[fields[0]] is not [(byte)'-' or (byte)'d'] || !AsciiNumber.IsDigits(line[fields[4]]))
            return LineMeaning.Unread;
        for (var i = 1; i <= Triplets; i++)
        {
            if (line[fields[i]] is not [(byte)'r' or (byte)'-', (byte)'w' or (byte)'-', _]) return LineMeaning.Unread;
        }
        if (!CalendarText.TryReadNumbers(line[fields[5]], now, out var date)) return LineMeaning.Unread;
        var (clock, precision) = (default(TimeOnly), TimePrecision.Day);
        if (fields.Length == 9 && !ClockText.TryRead(line[fields[6]], out clock, out precision)) return LineMeaning.Unread;

        parsed.Kind = line[fields[0]][0] == 'd' ? EntryKind.Folder : EntryKind.File;
        parsed.Permissions = line[..fields[Triplets].End];
        parsed.Time = ListingTime.Local(date, clock, precision);
        parsed.Name = line[fields[^1]];
        return LineMeaning.Entry;
    }
}
