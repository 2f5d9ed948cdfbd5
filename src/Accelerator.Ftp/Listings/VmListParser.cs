namespace Accelerator.Ftp.Listings;

/// <summary>
/// z/VM: <c>README ANONYMOU V 71 26 1 1997-04-02 12:33:20 TCP291</c>, a name and a type of at most eight letters, the record format, the
/// longest record length, the number of records, blocks, the last change and the disk. RETR takes name and type joined by a point. Sizes
/// are in records and blocks, not bytes.
/// </summary>
internal sealed class VmListParser(DateTimeOffset now) : ILineParser
{
    private const int LongestPart = 8;

    public ListingForm Form => ListingForm.Vm;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[10];
        var fields = LineFields.Split(line, places);
        if (fields.Length is < 8 or > 9 || line[fields[0]].Length > LongestPart || line[fields[1]].Length > LongestPart)
            return LineMeaning.Unread;

        var isFolder = line[fields[2]].SequenceEqual("DIR"u8);
        if (!isFolder && line[fields[2]] is not [(byte)'F' or (byte)'V']) return LineMeaning.Unread;
        for (var i = 3; i < 6; i++)
        {
            if (!AsciiNumber.IsDigits(line[fields[i]]) && !line[fields[i]].SequenceEqual("-"u8)) return LineMeaning.Unread;
        }
        if (!CalendarText.TryReadNumbers(line[fields[6]], now, out var date)
            || !ClockText.TryRead(line[fields[7]], out var clock, out var precision))
            return LineMeaning.Unread;

        parsed.Kind = isFolder ? EntryKind.Folder : EntryKind.File;
        parsed.Name = isFolder ? line[fields[0]] : (byte[])[.. line[fields[0]], (byte)'.', .. line[fields[1]]];
        parsed.Time = ListingTime.Local(date, clock, precision);
        return LineMeaning.Entry;
    }
}
