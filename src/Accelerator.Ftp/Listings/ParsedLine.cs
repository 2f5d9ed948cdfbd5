namespace Accelerator.Ftp.Listings;

/// <summary>What one line says, in the line's own bytes: nothing is copied before the name is known to be acceptable.</summary>
internal ref struct ParsedLine
{
    public ReadOnlySpan<byte> Name { get; set; }

    public EntryKind Kind { get; set; }

    /// <summary>Bytes; null where it is not told or is not in bytes.</summary>
    public long? Size { get; set; }

    public ListingTime? Time { get; set; }

    /// <summary>Where a link points; empty where it is not told.</summary>
    public ReadOnlySpan<byte> Target { get; set; }

    /// <summary>As the server writes them; empty where they are not told.</summary>
    public ReadOnlySpan<byte> Permissions { get; set; }

    /// <summary>MLSD's unique fact, EPLF's identifier; empty where it is not told.</summary>
    public ReadOnlySpan<byte> Unique { get; set; }
}
