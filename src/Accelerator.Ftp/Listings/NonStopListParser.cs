namespace Accelerator.Ftp.Listings;

/// <summary>
/// HP NonStop Guardian: <c>DATAFILE 101 35014 4-Mar-21 05:06:07 255,255 "nunu"</c> below a heading. The number is the end of the file on
/// disk, which for structured files is not what RETR sends.
/// </summary>
internal sealed class NonStopListParser(DateTimeOffset now) : ILineParser
{
    public ListingForm Form => ListingForm.NonStop;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        if (line.IndexOf("Last Modification"u8) > 0 && line.IndexOf("EOF"u8) > 0) return LineMeaning.Title;
        Span<Range> places = stackalloc Range[10];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 6 || !AsciiNumber.IsDigits(line[fields[1]].TrimEnd((byte)'+')) || !AsciiNumber.IsDigits(line[fields[2]])
            || !CalendarText.TryReadNamed(line[fields[3]], now, out var date)
            || !ClockText.TryRead(line[fields[4]], out var clock, out var precision))
            return LineMeaning.Unread;

        parsed.Name = line[fields[0]];
        parsed.Kind = EntryKind.File;
        parsed.Time = ListingTime.Local(date, clock, precision);
        if (line[fields[^1]] is [(byte)'"', .. var permissions, (byte)'"']) parsed.Permissions = permissions;
        return LineMeaning.Entry;
    }
}
