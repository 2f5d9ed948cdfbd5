namespace Accelerator.Ftp.Listings;

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
