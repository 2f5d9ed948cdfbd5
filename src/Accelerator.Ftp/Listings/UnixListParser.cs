using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>-rw-r--r--   1 owner    group         531 Mar  4 05:06 name</c> and its many kinds. The date is searched for, with a size in front of it,
/// because the columns before differ: no group, no owner, names of several words, numbers. The name begins one blank behind the date.
/// </summary>
internal sealed class UnixListParser(DateTimeOffset now) : ILineParser
{
    // The letters may be followed by + (access lists), . (SELinux) or @ (macOS), and are question marks where the server may not look.
    private static readonly SearchValues<byte> ModeLetters = SearchValues.Create("rwxsStTlL-?+.@"u8);

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

        var mode = line[fields[0]];
        var isNetWare = mode.Length == 1 && line[fields[1]] is [(byte)'[', .., (byte)']'];
        if (!isNetWare && !IsMode(mode)) return LineMeaning.Unread;
        if (!TryFindDate(line, fields, isNetWare ? 2 : 1, out var date, out var end, out var time)) return LineMeaning.Unread;

        var name = LineFields.After(line, fields[end - 1].End);
        parsed.Kind = KindOf(mode[0]);
        parsed.Time = time;
        parsed.Permissions = isNetWare ? line[fields[1]] : mode;
        // NetWare pads; elsewhere a second blank is the name's own.
        parsed.Name = isNetWare ? LineFields.TrimStart(name) : name;
        var size = AsciiNumber.ReadSize(line[fields[date - 1]]);
        if (parsed.Kind == EntryKind.Link) SplitLink(size, ref parsed);
        else if (parsed.Kind is EntryKind.File or EntryKind.Unknown) parsed.Size = size;
        // ls -F and others mark folders.
        if (parsed.Kind == EntryKind.Folder && parsed.Name is [.. { Length: > 0 } marked, (byte)'/']) parsed.Name = marked;
        return parsed.Name.IsEmpty ? LineMeaning.Unread : LineMeaning.Entry;
    }

    // "total 12", "insgesamt 12", "합계 12".
    private static bool IsTotal(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields)
    {
        if (fields.Length != 2 || IsMode(line[fields[0]])) return false;
        var number = line[fields[1]];
        var digits = number.IndexOfAnyExceptInRange((byte)'0', (byte)'9');
        return digits != 0 && number.IndexOfAnyExcept(SizeLetters) < 0;
    }

    private static bool IsMode(ReadOnlySpan<byte> text) =>
        text.Length is >= 10 and <= 12 && "-dlbcpsDnPw?"u8.Contains(text[0]) && text[1..].IndexOfAnyExcept(ModeLetters) < 0;

    private static EntryKind KindOf(byte type) => type switch
    {
        (byte)'-' => EntryKind.File,
        (byte)'d' => EntryKind.Folder,
        (byte)'l' => EntryKind.Link,
        (byte)'?' => EntryKind.Unknown,
        _ => EntryKind.Other,
    };

    // The leftmost date with something like a number in front of it; first only what cannot be anything else.
    private bool TryFindDate(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, int first, out int start, out int end, out ListingTime? time)
    {
        for (var certainty = UnixDate.Certainty.Known; certainty <= UnixDate.Certainty.Numbers; certainty++)
        {
            for (start = first + 1; start < fields.Length - 1; start++)
            {
                if (line[fields[start - 1]].IndexOfAnyExcept(SizeLetters) >= 0) continue;
                var used = UnixDate.Read(line, fields[start..], now, certainty, out time);
                end = start + used;
                if (used > 0) return true;
            }
        }
        (start, end, time) = (0, 0, null);
        return false;
    }

    // Either part may hold an arrow of its own. A link's size is the length of its target, which settles it; else the first arrow does.
    private static void SplitLink(long? size, ref ParsedLine parsed)
    {
        var name = parsed.Name;
        // Compared before it is subtracted: it is any number that the server likes.
        var place = size is > 0 && size < name.Length - Arrow.Length ? name.Length - (int)size - Arrow.Length : 0;
        var split = place > 0 && name[place..].StartsWith(Arrow) ? place : name.IndexOf(Arrow);
        if (split <= 0) return;
        parsed.Target = name[(split + Arrow.Length)..];
        parsed.Name = name[..split];
    }
}
