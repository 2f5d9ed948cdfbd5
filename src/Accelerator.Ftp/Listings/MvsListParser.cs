using System.Buffers;

namespace Accelerator.Ftp.Listings;

/// <summary>
/// z/OS: data sets (<c>WRK001 3390 2021/03/04 1 15 FB 80 27920 PS DATA.SET</c>), members of a partitioned one with their statistics
/// (<c>MEMBER 01.06 2003/02/28 2003/03/12 10:11 57 46 0 USER</c>) or without any, load modules, and jobs of JES
/// (<c>USER1 JOB01906 OUTPUT 3 Spool Files</c>). No size is in bytes, and for a data set only the day of its last use is listed, not of its
/// last change.
/// </summary>
internal sealed class MvsListParser(DateTimeOffset now) : ILineParser
{
    private const int LongestMember = 8;

    private static readonly SearchValues<byte> MemberLetters = SearchValues.Create("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789@#$"u8);

    private static readonly SearchValues<byte> HexDigits = SearchValues.Create("0123456789ABCDEF"u8);

    public ListingForm Form => ListingForm.Mvs;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        Span<Range> places = stackalloc Range[12];
        var fields = LineFields.Split(line, places);
        if (fields.IsEmpty) return LineMeaning.Unread;
        if (IsTitle(line, fields)) return LineMeaning.Title;
        if (IsMember(line, fields, ref parsed) || IsDataSet(line, fields, ref parsed) || IsJob(line, fields, ref parsed))
            return LineMeaning.Entry;
        return IsBareMember(line, fields, ref parsed) || IsOffline(line, fields, ref parsed) ? LineMeaning.EntryOfForm : LineMeaning.Unread;
    }

    private static bool IsTitle(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields)
    {
        var first = line[fields[0]];
        return (first.SequenceEqual("Volume"u8) && line.IndexOf("Dsname"u8) > 0)
            || (first.SequenceEqual("JOBNAME"u8) && line.IndexOf("JOBID"u8) > 0)
            || (first.SequenceEqual("Name"u8) && (line.IndexOf("VV.MM"u8) > 0 || line.IndexOf("TTR"u8) > 0));
    }

    // Without statistics "SAVE04"; in a load library "EAGLOAD   000058   000009  03 AMODE 31".
    private static bool IsBareMember(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        var name = line[fields[0]];
        if (name.Length > LongestMember || name.IndexOfAnyExcept(MemberLetters) >= 0) return false;
        if (fields.Length > 1 && (fields.Length < 3 || !IsHexNumber(line[fields[1]]) || !IsHexNumber(line[fields[2]]))) return false;
        parsed.Name = name;
        parsed.Kind = EntryKind.File;
        return true;
    }

    // "V43525 Tape  ARCH.DATA", "ARCIVE Not Direct Access Device  OLD.DATA".
    private static bool IsOffline(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (fields.Length < 3 || !(line[fields[1]].SequenceEqual("Tape"u8) || line.IndexOf(" Not Direct Access Device "u8) > 0))
            return false;
        parsed.Name = line[fields[^1]];
        parsed.Kind = EntryKind.File;
        return true;
    }

    // RETR takes the job identifier.
    private static bool IsJob(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (fields.Length < 3) return false;
        var job = line[fields[1]];
        var status = line[fields[2]];
        var isJob = job.Length is >= 6 and <= 8 && (job.StartsWith("JOB"u8) || job.StartsWith("TSU"u8) || job.StartsWith("STC"u8)
            || job[0] is (byte)'J' or (byte)'T' or (byte)'S');
        if (!isJob || !AsciiNumber.IsDigits(job[^4..])
            || !(status.SequenceEqual("OUTPUT"u8) || status.SequenceEqual("INPUT"u8) || status.SequenceEqual("ACTIVE"u8)
                || status.SequenceEqual("HELD"u8)))
            return false;
        parsed.Name = job;
        parsed.Kind = EntryKind.File;
        return true;
    }

    private static bool IsHexNumber(ReadOnlySpan<byte> text) => text.Length is >= 2 and <= 8 && text.IndexOfAnyExcept(HexDigits) < 0;

    private bool IsMember(ReadOnlySpan<byte> line, scoped ReadOnlySpan<Range> fields, ref ParsedLine parsed)
    {
        if (fields.Length < 8 || line[fields[1]] is not [_, _, (byte)'.', _, _] || !CalendarText.TryReadNumbers(line[fields[2]], now, out _)
            || !CalendarText.TryReadNumbers(line[fields[3]], now, out var changed)
            || !ClockText.TryRead(line[fields[4]], out var clock, out var precision))
            return false;
        parsed.Name = line[fields[0]];
        parsed.Kind = EntryKind.File;
        parsed.Time = ListingTime.Local(changed, clock, precision);
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
        return organisation is [>= (byte)'A' and <= (byte)'Z', ..]
            && (used.SequenceEqual("**NONE**"u8) || (used.Length == 10 && CalendarText.TryReadNumbers(used, now, out _)));
    }
}
