namespace Accelerator.Ftp.Listings;

/// <summary>NLST: the whole line is a name. Some servers put the path in front of it.</summary>
internal sealed class NameListParser : ILineParser
{
    public ListingForm Form => ListingForm.Names;

    public LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed)
    {
        parsed = new ParsedLine { Name = line[(line.LastIndexOf((byte)'/') + 1)..] };
        return parsed.Name.IsEmpty ? LineMeaning.Unread : LineMeaning.Entry;
    }
}
