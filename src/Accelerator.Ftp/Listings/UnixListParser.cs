using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>-rw-r--r-- 1 owner group 531 Mar 4 05:06 name</c> and its many variants. The parser searches for the date, with a size in front of
/// it, because the columns before differ: no group, no owner, names of several words, numbers. The name begins one space after the date.
/// </summary>
internal sealed class UnixListParser(DateTimeOffset now) : ILineParser
{
    private static readonly SearchValues<byte> SizeLetters = SearchValues.Create("0123456789.,'-?kKMGTB"u8);

    private static ReadOnlySpan<byte> Arrow => " -> "u8;

    public ListingForm Form => ListingForm.Unix;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[LineFields.Most];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 2) return LineMeaning.Unread;
        if (IsTotal(line, fields)) return LineMeaning.Heading;
        if (UnixMode.IsNumber(line[fields[0]])) return ReadNumbers(line, fields, ref parsed);

        var isNetWare = UnixMode.TryNetWare(line, fields, out var kind, out var permissions, out var first);
        if (!isNetWare && !UnixMode.TryRead(line[fields[0]], out kind, out permissions)) return LineMeaning.Unread;
        parsed.Kind = kind;
        parsed.Permissions = permissions;
        if (!TryFindDate(line, fields, first, out var date, out var end, out var time))
            return ReadDateless(line, fields, isNetWare, ref parsed);

        parsed.Time = time;
        TakeName(line, fields[..end], isNetWare, ref parsed);
        var size = AsciiNumber.ReadSize(line[fields[date - 1]]);
        if (parsed.Kind == EntryKind.Link) SplitLink(size, ref parsed);
        else if (parsed.Kind is EntryKind.File or EntryKind.Unknown) parsed.Size = size;
        return parsed.Name.IsEmpty ? LineMeaning.Unread : LineMeaning.Entry;
    }

    // "total 12", "insgesamt 12", "합계 12"; some servers' totals exceed 63 bits.
    private static bool IsTotal(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields)
    {
        if (fields.Length != 2 || UnixMode.TryRead(line[fields[0]], out _, out _)) return false;
        var number = line[fields[1]].TrimStart((byte)'-');
        var digits = number.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return digits != 0 && number.IndexOfAnyExcept(SizeLetters) < 0;
    }

    // "0100644   500  101   12345   123456789       name": mode, owner, group, size and seconds since 1970.
    private static LineMeaning ReadNumbers(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (fields.Length < 6) return LineMeaning.Unread;
        for (var i = 1; i < 5; i++)
        {
            if (!AsciiNumber.IsDigits(line[fields[i]])) return LineMeaning.Unread;
        }
        parsed.Kind = UnixMode.KindOfNumber(line[fields[0]]);
        parsed.Permissions = line[fields[0]];
        if (parsed.Kind == EntryKind.File) parsed.Size = AsciiNumber.ReadSize(line[fields[3]]);
        if (AsciiNumber.ReadSize(line[fields[4]]) is <= ListingTime.LastUnixSecond and var seconds)
            parsed.Time = ListingTime.Utc(DateTime.UnixEpoch.AddSeconds((double)seconds), TimePrecision.Second);
        parsed.Name = LineFields.TrimStart(line[fields[4].End..]);
        return LineMeaning.Entry;
    }

    // "-rw-r--r--   1 owner group 531 name": with six words, all but the last are columns, unless the name has a space in it.
    private static LineMeaning ReadDateless(
        ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, bool isNetWare, ref ParsedLine parsed)
    {
        if (isNetWare || fields.Length != 6 || !AsciiNumber.IsDigits(line[fields[1]]) || !AsciiNumber.IsDigits(line[fields[4]]))
            return LineMeaning.Unread;
        parsed.Name = LineFields.After(line, fields[4].End);
        parsed.Layout = NameLayout.AfterDate;
        parsed.IsUncertain = true;
        if (parsed.Kind is EntryKind.File or EntryKind.Unknown) parsed.Size = AsciiNumber.ReadSize(line[fields[4]]);
        return LineMeaning.Entry;
    }

    private static void TakeName(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> toName, bool isNetWare, ref ParsedLine parsed)
    {
        var last = line[toName[^1]];
        var name = LineFields.After(line, toName[^1].End);
        // NetWare pads; on other servers a second space is usually part of the name.
        parsed.Name = isNetWare ? LineFields.TrimStart(name) : name;
        var isYear = UnixDate.TryYear(last, out _);
        parsed.Layout = isNetWare ? NameLayout.Exact
            : isYear && toName[^1].Start.Value - toName[^2].End.Value == 1 ? NameLayout.AfterShortYear
            : isYear || last.Contains((byte)':') ? NameLayout.AfterDate
            : NameLayout.AfterDayOnly;
        // "Oct 08 2002 09:47 name" may be a year and a time, or a name that begins like a time.
        parsed.IsUncertain = isYear && name is [>= (byte)'0' and <= (byte)'9', ..] && name.IndexOf((byte)' ') is > 0 and var word
            && ClockText.TryRead(name[..word], out _, out _);
        // ls -F and others mark folders.
        if (parsed.Kind == EntryKind.Folder && parsed.Name is [.. { Length: > 0 } marked, (byte)'/']) parsed.Name = marked;
    }

    // The leftmost date with a number-like word in front of it; at first only forms that cannot be anything else. In the last pass the
    // owner may run into the size ("ftpadmin125435904"), which is then unknown.
    private bool TryFindDate(
        ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, int first, out int start, out int end, out ListingTime? time)
    {
        for (var certainty = UnixDate.Certainty.Known; certainty <= UnixDate.Certainty.Numbers; certainty++)
        {
            for (start = first + 1; start < fields.Length - 1; start++)
            {
                if (line[fields[start - 1]].IndexOfAnyExcept(SizeLetters) >= 0) continue;
                if (TryDateAt(line, fields, start, certainty, out end, out time)) return true;
            }
        }
        for (start = first + 2; start < fields.Length - 1; start++)
        {
            if (line[fields[start - 1]] is [.., >= (byte)'0' and <= (byte)'9']
                && TryDateAt(line, fields, start, UnixDate.Certainty.Known, out end, out time))
                return true;
        }
        (start, end, time) = (0, 0, null);
        return false;
    }

    private bool TryDateAt(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, int start, UnixDate.Certainty certainty, out int end,
        out ListingTime? time)
    {
        end = start + UnixDate.Read(line, fields[start..], now, certainty, out time);
        return end > start;
    }

    // Either part may contain an arrow itself. A link's size is the length of its target, which decides; else the first arrow does.
    private static void SplitLink(long? size, ref ParsedLine parsed)
    {
        var name = parsed.Name;
        // Compared before the subtraction: the server may send any number.
        var place = size is > 0 && size < name.Length - Arrow.Length ? name.Length - checked((int)size) - Arrow.Length : 0;
        var split = place > 0 && name[place..].StartsWith(Arrow) ? place : name.IndexOf(Arrow);
        if (split <= 0) return;
        parsed.Target = name[(split + Arrow.Length)..];
        parsed.Name = name[..split];
    }
}
