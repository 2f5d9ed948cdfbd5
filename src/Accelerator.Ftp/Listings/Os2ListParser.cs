namespace Accelerator.Ftp.Listings;

/// <summary>
/// OS/2: <c> 9730 A 04-28-99 10:22 name</c>, a size, attributes or <c>DIR</c>, a date, a time and the name.
/// </summary>
internal sealed class Os2ListParser(DateTimeOffset now) : ILineParser
{
    private static ReadOnlySpan<byte> Attributes => "ARHS"u8;

    public ListingForm Form => ListingForm.Os2;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[8];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 4 || !AsciiNumber.IsDigits(line[fields[0]])) return LineMeaning.Unread;

        parsed.Kind = EntryKind.File;
        var next = 1;
        for (; next < fields.Length; next++)
        {
            var word = line[fields[next]];
            if (word.SequenceEqual("DIR"u8)) parsed.Kind = EntryKind.Folder;
            else if (word.IndexOfAnyExcept(Attributes) >= 0) break;
        }
        if (next + 2 >= fields.Length || !CalendarText.TryReadNumbers(line[fields[next]], now, out var date)
            || !ClockText.TryRead(line[fields[next + 1]], out var clock, out var precision))
            return LineMeaning.Unread;

        if (parsed.Kind == EntryKind.File) parsed.Size = AsciiNumber.ReadSize(line[fields[0]]);
        parsed.Time = ListingTime.Local(date, clock, precision);
        // Two spaces end the column of the time.
        var name = LineFields.After(line, fields[next + 1].End);
        parsed.Name = name is [(byte)' ', .. var afterColumn] ? afterColumn : name;
        parsed.Layout = NameLayout.AfterDate;
        return parsed.Name.IsEmpty ? LineMeaning.Unread : LineMeaning.Entry;
    }
}
