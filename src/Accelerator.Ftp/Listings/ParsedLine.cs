namespace Accelerator.Ftp.Listings;

/// <summary>The content of one line, in the line's own bytes: nothing is copied before the name is known to be acceptable.</summary>
internal ref struct ParsedLine
{
    public ReadOnlySpan<byte> Name { get; set; }

    /// <summary>The meaning of leading spaces in <see cref="Name"/>.</summary>
    public NameLayout Layout { get; set; }

    /// <summary>The position of <see cref="Name"/> in its line; set for <see cref="NameLayout.AfterTag"/>.</summary>
    public int NameStart { get; set; }

    /// <summary>The column where file names begin, in forms with columns; 0 if this line does not show it.</summary>
    public int FileColumn { get; set; }

    /// <summary>Whether the line has two possible readings.</summary>
    public bool IsUncertain { get; set; }

    /// <summary>The file's version (VMS) or generation (TOPS-20); 0 where there is none.</summary>
    public int Version { get; set; }

    public EntryKind Kind { get; set; }

    /// <summary>Size in bytes; null if not listed or not in bytes.</summary>
    public long? Size { get; set; }

    public ListingTime? Time { get; set; }

    /// <summary>The target of a link; empty if not listed.</summary>
    public ReadOnlySpan<byte> Target { get; set; }

    /// <summary>Permissions as the server writes them; empty if not listed.</summary>
    public ReadOnlySpan<byte> Permissions { get; set; }

    /// <summary>MLSD's unique fact, EPLF's identifier; empty if not listed.</summary>
    public ReadOnlySpan<byte> Unique { get; set; }
}
