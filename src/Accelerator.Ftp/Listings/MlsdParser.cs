using System.Text;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// MLSD (RFC 3659 section 7): <c>type=file;size=3;modify=20210304050607; name</c>. Exactly one space ends the facts, and everything after
/// it is the name. Tolerated: facts in any case, a missing last semicolon (NcFTPd), a missing space, spaces in a link's target, a space
/// before the facts.
/// </summary>
internal sealed class MlsdParser : ILineParser
{
    private static readonly byte[] LinkType = "OS.unix=slink"u8.ToArray();

    public ListingForm Form => ListingForm.Facts;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        if (line[0] == ' ') line = line[1..];
        var meaning = LineMeaning.Entry;
        var hasFacts = false;
        while (!line.IsEmpty && line[0] != ' ' && TryReadFact(line, out var name, out var value, out var length))
        {
            if (Ascii.EqualsIgnoreCase(name, "type"u8)) meaning = ReadType(value, ref parsed);
            else ReadFact(name, value, ref parsed);
            hasFacts = true;
            line = line[length..];
        }
        if (!hasFacts) return LineMeaning.Unread;

        parsed.Name = line is [(byte)' ', .. var rest] ? rest : line;
        if (parsed.Kind is not (EntryKind.File or EntryKind.Unknown)) parsed.Size = null;
        return parsed.Name.IsEmpty && meaning != LineMeaning.Own ? LineMeaning.Unread : meaning;
    }

    // "name=value" up to its semicolon, or up to the space if the last semicolon is missing. Anything else is the beginning of a file name.
    private static bool TryReadFact(ReadOnlySpan<byte> line, out ReadOnlySpan<byte> name, out ReadOnlySpan<byte> value, out int length)
    {
        length = 0;
        name = value = default;
        var equals = line.IndexOfAny("= ;"u8);
        if (equals < 1 || line[equals] != '=') return false;
        name = line[..equals];
        value = line[(equals + 1)..];
        var isLink = Ascii.EqualsIgnoreCase(name, "type"u8) && IsLink(value);
        var end = isLink ? value.IndexOf((byte)';') : value.IndexOfAny((byte)';', (byte)' ');
        if (end < 0) return false;
        length = equals + 1 + end + (value[end] == ';' ? 1 : 0);
        value = value[..end];
        return true;
    }

    private static bool IsLink(ReadOnlySpan<byte> type) =>
        type.Length >= LinkType.Length && Ascii.EqualsIgnoreCase(type[..LinkType.Length], LinkType);

    private static LineMeaning ReadType(ReadOnlySpan<byte> type, ref ParsedLine parsed)
    {
        if (Ascii.EqualsIgnoreCase(type, "cdir"u8) || Ascii.EqualsIgnoreCase(type, "pdir"u8))
        {
            // The name may be a full path; only the folder's identity is used.
            parsed.Kind = Ascii.EqualsIgnoreCase(type, "cdir"u8) ? EntryKind.Folder : EntryKind.Unknown;
            return LineMeaning.Own;
        }
        if (Ascii.EqualsIgnoreCase(type, "file"u8)) parsed.Kind = EntryKind.File;
        else if (Ascii.EqualsIgnoreCase(type, "dir"u8)) parsed.Kind = EntryKind.Folder;
        else if (IsLink(type))
        {
            parsed.Kind = EntryKind.Link;
            if (type.Length > LinkType.Length + 1) parsed.Target = type[(LinkType.Length + 1)..];
        }
        else if (Ascii.EqualsIgnoreCase(type, "OS.unix=symlink"u8)) parsed.Kind = EntryKind.Link;
        // Pure-FTPd reports pipes and devices as unknown.
        else parsed.Kind = EntryKind.Other;
        return LineMeaning.Entry;
    }

    private static void ReadFact(ReadOnlySpan<byte> name, ReadOnlySpan<byte> value, ref ParsedLine parsed)
    {
        if (Ascii.EqualsIgnoreCase(name, "size"u8)) parsed.Size = AsciiNumber.IsDigits(value) ? AsciiNumber.ReadSize(value) : null;
        else if (Ascii.EqualsIgnoreCase(name, "modify"u8)) parsed.Time = ListingTime.FromTimeVal(value);
        else if (Ascii.EqualsIgnoreCase(name, "unique"u8)) parsed.Unique = value;
        else if (Ascii.EqualsIgnoreCase(name, "UNIX.mode"u8) || (parsed.Permissions.IsEmpty && Ascii.EqualsIgnoreCase(name, "perm"u8)))
            parsed.Permissions = value;
    }
}
