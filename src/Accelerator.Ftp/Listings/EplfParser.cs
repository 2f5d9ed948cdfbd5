namespace Accelerator.Ftp.Listings;

/// <summary>
/// Easily Parsed LIST Format: <c>+i8388621.48594,m825718503,r,s280,up755</c>, a tab, the name. The time is UTC in seconds.
/// </summary>
internal sealed class EplfParser : ILineParser
{
    public ListingForm Form => ListingForm.Eplf;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = default;
        var tab = line.IndexOf((byte)'\t');
        if (line[0] != '+' || tab < 0 || tab == line.Length - 1) return LineMeaning.Unread;
        parsed.Name = line[(tab + 1)..];
        for (var facts = line[1..tab]; !facts.IsEmpty;)
        {
            var end = facts.IndexOf((byte)',') is >= 0 and var comma ? comma : facts.Length;
            ReadFact(facts[..end], ref parsed);
            facts = end < facts.Length ? facts[(end + 1)..] : [];
        }
        if (parsed.Kind == EntryKind.Folder) parsed.Size = null;
        return LineMeaning.Entry;
    }

    private static void ReadFact(ReadOnlySpan<byte> fact, ref ParsedLine parsed)
    {
        switch (fact)
        {
            case [(byte)'/']:
                parsed.Kind = EntryKind.Folder;
                break;
            case [(byte)'r']:
                parsed.Kind = EntryKind.File;
                break;
            case [(byte)'s', .. var size] when AsciiNumber.IsDigits(size):
                parsed.Size = AsciiNumber.ReadSize(size);
                break;
            case [(byte)'m', .. var seconds] when AsciiNumber.IsDigits(seconds)
                && AsciiNumber.ReadSize(seconds) is <= ListingTime.LastUnixSecond and var value:
                parsed.Time = ListingTime.Utc(DateTime.UnixEpoch.AddSeconds((double)value), TimePrecision.Second);
                break;
            case [(byte)'i', .. var identifier]:
                parsed.Unique = identifier;
                break;
            case [(byte)'u', (byte)'p', .. var permissions]:
                parsed.Permissions = permissions;
                break;
        }
    }
}
