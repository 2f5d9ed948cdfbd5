namespace Accelerator.Ftp.Listings;

/// <summary>
/// Reads lines of one form. Pure: the same line always has the same result. No line, however hostile, throws or costs more than its length.
/// </summary>
internal interface ILineParser
{
    /// <summary>The form.</summary>
    ListingForm Form { get; }

    /// <summary>Reads a line.</summary>
    /// <param name="line">Without its line end, and not empty.</param>
    /// <param name="parsed">The content of the line, if it is an entry or describes the folder itself.</param>
    LineMeaning Read(ReadOnlySpan<byte> line, out ParsedLine parsed);
}

/// <summary>How a parser classifies one line.</summary>
internal enum LineMeaning
{
    /// <summary>Not a line of this form.</summary>
    Unread,

    /// <summary>An entry.</summary>
    Entry,

    /// <summary>An entry if other lines have determined the form; ambiguous alone.</summary>
    EntryOfForm,

    /// <summary>An entry of a subfolder.</summary>
    Below,

    /// <summary>The folder itself, or its parent.</summary>
    Own,

    /// <summary>A heading or a total, which is no entry.</summary>
    Heading,

    /// <summary>A heading that only this form has: it determines the listing's form.</summary>
    Title,

    /// <summary>The beginning of an entry: to be read again with the next line appended.</summary>
    Continues,
}

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

/// <summary>The meaning of the spaces in front of a name.</summary>
internal enum NameLayout
{
    /// <summary>There are none, or the form defines them.</summary>
    Exact,

    /// <summary>Part of the name: one space ends the column before it, and servers of this kind do not pad. Kept, and doubtful.</summary>
    AfterDate,

    /// <summary>
    /// After a year that one space separates from its day (<c>Apr 10 2003 name</c>): VMS servers pad the year to five characters.
    /// </summary>
    AfterShortYear,

    /// <summary>After a date without a time (<c>2004.07.15   name</c>).</summary>
    AfterDayOnly,

    /// <summary>
    /// After <c>&lt;DIR&gt;</c> in the column of IIS and dir, but further right: part of the name, unless names of files begin as far
    /// right.
    /// </summary>
    AfterUsualTag,

    /// <summary>After <c>&lt;DIR&gt;</c> in another column: Windows CE and similar systems.</summary>
    AfterTag,
}
