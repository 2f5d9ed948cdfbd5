using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>/bin/dls</c> of old archives: <c>README 763 Jul 11 21:05 Information about this server</c>, a name, a size in kilobytes that ends in
/// column 23 (<c>-</c> or <c>=</c> for a folder, whose name ends in a slash), perhaps a date, and a description. A long name has a line to
/// itself. Only a folder determines the form. The end of the name cannot be determined with certainty, so every name is doubtful; size and
/// time are left open.
/// </summary>
internal sealed class DlsListParser : ILineParser
{
    private const int SizeEnd = 23;

    private static readonly SearchValues<byte> NotInNames = SearchValues.Create("<>|?*\\:;,/"u8);

    private static ReadOnlySpan<byte> Arrow => " -> "u8;

    public ListingForm Form => ListingForm.Dls;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        if (line.IsEmpty) return LineMeaning.Unread;
        parsed.IsUncertain = true;
        if (line.Length < SizeEnd || (line.Length > SizeEnd && line[SizeEnd] != ' ')) return ReadLongName(line, ref parsed);

        var head = line[..SizeEnd];
        var blank = head.LastIndexOf((byte)' ');
        var size = head[(blank + 1)..];
        var name = blank < 0 ? [] : LineFields.TrimEnd(head[..blank]);
        var isDigits = AsciiNumber.IsDigits(size);
        // The second line of a long name.
        if (name.IsEmpty) return isDigits ? LineMeaning.Heading : LineMeaning.Unread;
        if (size is [(byte)'-' or (byte)'='] && name is [.. { Length: > 0 } folder, (byte)'/'])
        {
            parsed.Name = folder;
            parsed.Kind = EntryKind.Folder;
            return folder.IndexOfAny(NotInNames) < 0 && folder[0] != ' ' ? LineMeaning.Entry : LineMeaning.Unread;
        }
        if (!isDigits || name.IndexOfAny(NotInNames) >= 0 || name[0] == ' ') return LineMeaning.Unread;
        parsed.Name = name;
        parsed.Kind = EntryKind.File;
        var rest = line[SizeEnd..];
        if (rest.IndexOf(Arrow) is >= 0 and var arrow)
        {
            parsed.Kind = EntryKind.Link;
            parsed.Target = LineFields.TrimEnd(rest[(arrow + Arrow.Length)..]);
        }
        return LineMeaning.EntryOfForm;
    }

    private static LineMeaning ReadLongName(ReadOnlySpan<byte> line, ref ParsedLine parsed)
    {
        if (line.IndexOfAny(NotInNames) >= 0 || line.Contains((byte)' ')) return LineMeaning.Unread;
        parsed.Name = line;
        parsed.Kind = EntryKind.File;
        return LineMeaning.EntryOfForm;
    }
}
