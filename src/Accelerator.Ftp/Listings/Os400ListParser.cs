namespace Accelerator.Ftp.Listings;

/// <summary>
/// <c>QUSER 9730 03/04/21 05:06:07 *STMF name</c>: IBM i. Members have an owner and a name only. Only a stream file's size is bytes that
/// RETR sends; a database file's is not.
/// </summary>
internal sealed class Os400ListParser(DateTimeOffset now) : ILineParser
{
    public ListingForm Form => ListingForm.Os400;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[6];
        var fields = LineFields.Split(line, places);
        var type = -1;
        for (var i = 0; i < fields.Length - 1 && type < 0; i++)
        {
            if (line[fields[i]] is [(byte)'*', >= (byte)'A' and <= (byte)'Z', ..]) type = i;
        }
        var isMember = type is 0 or 1 && line[fields[type]].SequenceEqual("*MEM"u8);
        if (!isMember && (type != 4 || !TryDetails(line, fields, ref parsed))) return LineMeaning.Unread;

        parsed.Kind = KindOf(line[fields[type]]);
        if (parsed.Kind != EntryKind.File || !line[fields[type]].SequenceEqual("*STMF"u8)) parsed.Size = null;
        parsed.Name = LineFields.TrimStart(line[fields[type].End..]);
        // "FILE.FILE/MBR.MBR": a member of one of a library's files, in the listing of that library.
        if (line[fields[type]].SequenceEqual("*MEM"u8) && parsed.Name.Contains((byte)'/')) return LineMeaning.Below;
        if (parsed.Kind == EntryKind.Folder && parsed.Name is [.. { Length: > 0 } stem, (byte)'/']) parsed.Name = stem;
        return LineMeaning.Entry;
    }

    private bool TryDetails(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (!AsciiNumber.IsDigits(line[fields[1]]) || !CalendarText.TryReadNumbers(line[fields[2]], now, out var date)
            || !ClockText.TryRead(line[fields[3]], out var clock, out var precision))
            return false;
        parsed.Size = AsciiNumber.ReadSize(line[fields[1]]);
        parsed.Time = ListingTime.Local(date, clock, precision);
        return true;
    }

    private static EntryKind KindOf(ReadOnlySpan<byte> type) =>
        type.SequenceEqual("*DIR"u8) || type.SequenceEqual("*DDIR"u8) || type.SequenceEqual("*LIB"u8) || type.SequenceEqual("*FLR"u8)
            ? EntryKind.Folder
        : type.SequenceEqual("*SYMLNK"u8) ? EntryKind.Link
        : EntryKind.File;
}
