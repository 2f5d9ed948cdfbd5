using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>README.TXT;2 213/216 29-JAN-1996 03:33:12 [USER] (RWED,RWED,,)</c>: OpenVMS with MultiNet, TCPware or UCX. A long name has the line
/// to itself, and the rest follows on the next one. Sizes are in blocks, not bytes. Neither the version nor the folder in front
/// (<c>[PUB]A.DIR;1</c>) is part of the name for RETR: without a version the server takes the newest.
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
        if (fields.IsEmpty) return LineMeaning.Unread;
        if (!TryName(line[fields[0]], ref parsed)) return ReadWithoutVersion(line, fields, ref parsed);
        if (fields.Length == 1) return LineMeaning.Continues;

        return TryDetails(line, fields[1..], ref parsed) ? LineMeaning.Entry : LineMeaning.Unread;
    }

    private LineMeaning ReadWithoutVersion(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        var word = line[fields[0]];
        if (fields.Length < 3 || !word.Contains((byte)'.') || !TryDetails(line, fields[1..], ref parsed) || parsed.Time is null)
            return LineMeaning.Unread;
        TakeName(word, ref parsed);
        return LineMeaning.EntryOfForm;
    }

    // "Directory DKA0:[PUB]", "ACA:[ANONYMOUS]".
    private static bool IsHeading(ReadOnlySpan<byte> line) =>
        (LineFields.TrimEnd(line) is [.., (byte)']']
            && (line.StartsWith("Directory "u8) ? line.IndexOf((byte)'[') > 0 : line.IndexOf(":["u8) > 0 && !line.Contains((byte)' ')))
        || line.StartsWith("Total of "u8) || line.StartsWith("Grand total of "u8) || line.StartsWith("%DIRECT-W-NOFILES"u8);

    private static bool TryName(ReadOnlySpan<byte> word, ref ParsedLine parsed)
    {
        var version = word.LastIndexOf((byte)';');
        if (version < 1 || !AsciiNumber.TryRead(word[(version + 1)..], 5, out var number)) return false;
        parsed.Version = number;
        TakeName(word[..version], ref parsed);
        return true;
    }

    private static void TakeName(ReadOnlySpan<byte> word, ref ParsedLine parsed)
    {
        if (word is [(byte)'[', ..] && word.IndexOf((byte)']') is > 0 and var close) word = word[(close + 1)..];
        parsed.Name = word;
        parsed.Kind = EntryKind.File;
        if (parsed.Name is not [.. { Length: > 0 } stem, (byte)'.', (byte)'D' or (byte)'d', (byte)'I' or (byte)'i', (byte)'R' or (byte)'r'])
            return;
        parsed.Name = stem;
        parsed.Kind = EntryKind.Folder;
    }

    // Blocks, the owner and a date, in any order, or the reason why the server cannot show them.
    private bool TryDetails(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (line[fields[0]][0] == '%') return true;
        var open = line.LastIndexOf((byte)'(');
        if (open > 0 && line[^1] == ')') parsed.Permissions = line[open..];
        for (var i = 0; i < Math.Min(3, fields.Length); i++)
        {
            if (CalendarText.IsOfUnknownMonth(line[fields[i]])) return true;
            if (!CalendarText.TryReadNamed(line[fields[i]], now, out var date)) continue;
            var (clock, precision) = (default(TimeOnly), TimePrecision.Day);
            if (i + 1 < fields.Length && ClockText.TryRead(line[fields[i + 1]], out var reported, out var howMuch))
                (clock, precision) = (reported, howMuch);
            parsed.Time = ListingTime.Local(date, clock, precision);
            return true;
        }
        return line[fields[0]].IndexOfAnyExcept(Blocks) < 0;
    }
}
