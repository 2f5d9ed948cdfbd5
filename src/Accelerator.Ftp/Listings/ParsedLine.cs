namespace Accelerator.Ftp.Listings;

/// <summary>What one line says, in the line's own bytes: nothing is copied before the name is known to be acceptable.</summary>
internal ref struct ParsedLine
{
    public ReadOnlySpan<byte> Name { get; set; }

    /// <summary>What blanks at the beginning of <see cref="Name"/> may be.</summary>
    public NameLayout Layout { get; set; }

    /// <summary>Where <see cref="Name"/> begins in its line; told for <see cref="NameLayout.AfterTag"/>.</summary>
    public int NameStart { get; set; }

    /// <summary>Where the names of files begin, in forms with columns; 0 where this line does not tell.</summary>
    public int FileColumn { get; set; }

    /// <summary>Whether the line can be read in two ways.</summary>
    public bool IsUncertain { get; set; }

    /// <summary>The file's version (VMS) or generation (TOPS-20); 0 where there is none.</summary>
    public int Version { get; set; }

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
