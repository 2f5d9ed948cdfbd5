namespace Accelerator.Ftp.Listings;

/// <summary>
/// TOPS-20: <c>&lt;PUB&gt;LOGIN.CMD.1;P777700;A,1,15-Aug-2003 09:42:12,15-Aug-2003 09:42:12,16-Nov-1858 16:00:00</c>, a name with its type
/// and generation, attributes, pages, and the times of the last write, creation and read. Without a generation the server takes the newest.
/// Sizes are pages.
/// </summary>
internal sealed class Tops20ListParser(DateTimeOffset now) : ILineParser
{
    public ListingForm Form => ListingForm.Tops20;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        var semicolon = line.IndexOf(";P"u8);
        var close = semicolon < 0 ? -1 : line[..semicolon].LastIndexOf((byte)'>');
        if (close < 1 || line[..close].IndexOf((byte)'<') is < 0) return LineMeaning.Unread;

        var name = line[(close + 1)..semicolon];
        var point = name.LastIndexOf((byte)'.');
        var facts = line[semicolon..];
        if (point < 1 || name.Contains((byte)' ') || !AsciiNumber.TryRead(name[(point + 1)..], 6, out var generation)
            || !TryPages(facts, out var times))
            return LineMeaning.Unread;
        parsed.Name = name[..point];
        parsed.Version = generation;
        parsed.Kind = EntryKind.File;
        if (parsed.Name.Length > ".DIRECTORY"u8.Length && parsed.Name.EndsWith(".DIRECTORY"u8))
        {
            parsed.Name = parsed.Name[..^".DIRECTORY"u8.Length];
            parsed.Kind = EntryKind.Folder;
        }
        if (times is [.. { Length: > 0 } reported] && reported.IndexOf((byte)' ') is > 0 and var blank
            && CalendarText.TryReadNamed(reported[..blank], now, out var date))
            parsed.Time = ClockText.TryRead(reported[(blank + 1)..], out var clock, out var precision)
                ? ListingTime.Local(date, clock, precision) : ListingTime.Local(date, default, TimePrecision.Day);
        return LineMeaning.Entry;
    }

    // ";P777700;A,1,15-Aug-2003 09:42:12,…": returns the first time.
    private static bool TryPages(ReadOnlySpan<byte> facts, out ReadOnlySpan<byte> time)
    {
        time = [];
        var comma = facts.IndexOf((byte)',');
        if (comma < 0) return false;
        var rest = facts[(comma + 1)..];
        var next = rest.IndexOf((byte)',');
        if (next < 1 || !AsciiNumber.IsDigits(rest[..next])) return false;
        rest = rest[(next + 1)..];
        time = rest.IndexOf((byte)',') is >= 0 and var end ? rest[..end] : rest;
        return true;
    }
}
