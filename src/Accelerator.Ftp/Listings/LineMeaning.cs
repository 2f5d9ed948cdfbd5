namespace Accelerator.Ftp.Listings;

/// <summary>What a parser makes of one line.</summary>
internal enum LineMeaning
{
    /// <summary>Nothing that this form has.</summary>
    Unread,

    /// <summary>An entry.</summary>
    Entry,

    /// <summary>An entry where other lines have settled the form; alone it could be anything.</summary>
    EntryOfForm,

    /// <summary>An entry of a folder below.</summary>
    Below,

    /// <summary>The folder itself, or the one above it.</summary>
    Own,

    /// <summary>A heading, a total: something that is no entry and needs none.</summary>
    Heading,

    /// <summary>A heading that only this form has: it settles which form the listing is in.</summary>
    Title,

    /// <summary>The beginning of an entry: to be read again with the next line behind it.</summary>
    Continues,
}
