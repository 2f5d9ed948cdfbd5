namespace Accelerator.Ftp.Listings;

/// <summary>
/// z/OS: data sets (<c>WRK001 3390   2021/03/04  1   15  FB      80 27920  PS  DATA.SET</c>), and members of a partitioned one with their
/// statistics (<c>MEMBER    01.06 2003/02/28 2003/03/12 10:11    57    46     0 USER</c>). No size is in bytes, and of a data set only the day
/// of its last use is told, not of its last change.
/// </summary>
internal sealed class MvsListParser(DateTimeOffset now) : ILineParser
{
    public ListingForm Form => ListingForm.Mvs;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[12];
        var fields = LineFields.Split(line, places);
        if (fields.Length < 2) return LineMeaning.Unread;
        var first = line[fields[0]];
        if ((first.SequenceEqual("Volume"u8) && line.IndexOf("Dsname"u8) > 0) || (first.SequenceEqual("Name"u8) && line.IndexOf("VV.MM"u8) > 0)) return LineMeaning.Title;

        return IsMember(line, fields, ref parsed) || IsDataSet(line, fields, ref parsed) ? LineMeaning.Entry : LineMeaning.Unread;
    }

    private bool IsMember(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (fields.Length < 8 || line[fields[1]] is not [_, _, (byte)'.', _, _] || !CalendarText.TryReadNumbers(line[fields[2]], now, out _)
            || !CalendarText.TryReadNumbers(line[fields[3]], now, out var changed) || !ClockText.TryRead(line[fields[4]], out var clock, out var precision)) return false;
        parsed.Name = line[fields[0]];
        parsed.Kind = EntryKind.File;
        if (changed is { } day) parsed.Time = ListingTime.Local(day.ToDateTime(clock), precision);
        return true;
    }

    private bool IsDataSet(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        parsed.Name = line[fields[^1]];
        parsed.Kind = EntryKind.File;
        if (fields.Length == 2) return line[fields[0]].SequenceEqual("Migrated"u8);
        if (fields.Length == 4) return line[fields[2]].SequenceEqual("VSAM"u8);
        if (fields.Length is < 8 or > 10) return false;

        var organisation = line[fields[^2]];
        if (organisation.SequenceEqual("PO"u8) || organisation.SequenceEqual("PO-E"u8)) parsed.Kind = EntryKind.Folder;
        var used = line[fields[2]];
        return organisation is [>= (byte)'A' and <= (byte)'Z', ..] && (used.SequenceEqual("**NONE**"u8) || (used.Length == 10 && CalendarText.TryReadNumbers(used, now, out _)));
    }
}
