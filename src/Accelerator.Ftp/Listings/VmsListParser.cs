using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>README.TXT;2      213/216  29-JAN-1996 03:33:12  [USER]  (RWED,RWED,,)</c>: OpenVMS with MultiNet, TCPware or UCX. A long name has the
/// line to itself, and the rest follows in the next. Sizes are blocks and not bytes. The version is no part of the name that RETR is given:
/// without it the server takes the newest.
/// </summary>
internal sealed class VmsListParser(DateTimeOffset now) : ILineParser
{
    // Used, or used and allocated.
    private static readonly SearchValues<byte> Blocks = SearchValues.Create("0123456789/"u8);

    public ListingForm Form => ListingForm.Vms;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        if (IsHeading(line)) return LineMeaning.Title;
        Span<Range> places = stackalloc Range[LineFields.Most];
        var fields = LineFields.Split(line, places);
        if (fields.IsEmpty || !TryName(line[fields[0]], ref parsed)) return LineMeaning.Unread;
        if (fields.Length == 1) return LineMeaning.Continues;

        if (!TryDetails(line, fields[1..], ref parsed)) return LineMeaning.Unread;
        var open = line.LastIndexOf((byte)'(');
        if (open > 0 && line[^1] == ')') parsed.Permissions = line[open..];
        return LineMeaning.Entry;
    }

    private static bool IsHeading(ReadOnlySpan<byte> line) =>
        (line.StartsWith("Directory "u8) && line.IndexOf((byte)'[') > 0 && LineFields.TrimEnd(line) is [.., (byte)']'])
        || line.StartsWith("Total of "u8) || line.StartsWith("Grand total of "u8) || line.StartsWith("%DIRECT-W-NOFILES"u8);

    private static bool TryName(ReadOnlySpan<byte> word, ref ParsedLine parsed)
    {
        var version = word.LastIndexOf((byte)';');
        if (version < 1 || !AsciiNumber.IsDigits(word[(version + 1)..])) return false;
        parsed.Name = word[..version];
        parsed.Kind = EntryKind.File;
        if (parsed.Name is not [.. { Length: > 0 } stem, (byte)'.', (byte)'D' or (byte)'d', (byte)'I' or (byte)'i', (byte)'R' or (byte)'r']) return true;
        parsed.Name = stem;
        parsed.Kind = EntryKind.Folder;
        return true;
    }

    // Blocks or a date, in either order, or why the server may not tell.
    private bool TryDetails(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (line[fields[0]][0] == '%') return true;
        for (var i = 0; i < Math.Min(2, fields.Length); i++)
        {
            if (!CalendarText.TryReadNamed(line[fields[i]], now, out var date)) continue;
            var (clock, precision) = (default(TimeOnly), TimePrecision.Day);
            if (i + 1 < fields.Length && ClockText.TryRead(line[fields[i + 1]], out var told, out var howMuch)) (clock, precision) = (told, howMuch);
            if (date is { } day) parsed.Time = ListingTime.Local(day.ToDateTime(clock), precision);
            return true;
        }
        return line[fields[0]].IndexOfAnyExcept(Blocks) < 0;
    }
}
