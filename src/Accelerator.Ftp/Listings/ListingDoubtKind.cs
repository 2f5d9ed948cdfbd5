namespace Accelerator.Ftp.Listings;

/// <summary>Why a listing may not be the whole folder.</summary>
public enum ListingDoubtKind
{
    /// <summary>The server did not say that it was done.</summary>
    NoFinalReply,

    /// <summary>The server ended with a refusal.</summary>
    Refused,

    /// <summary>The final reply, good as it is, says that something is missing: cut off, or a folder that could not be opened.</summary>
    SaidSo,

    /// <summary>Exactly as many names as servers are known to cut off at without a word.</summary>
    UsualLimit,

    /// <summary>More lines than the caller allowed.</summary>
    TooMany,

    /// <summary>The last line had no end: the data may have ended in the middle of it, whatever the server said.</summary>
    LastLineOpen,

    /// <summary>Lines that nobody could read.</summary>
    UnreadLines,

    /// <summary>Names that were withheld, because they would lead out of the folder.</summary>
    RefusedNames,

    /// <summary>Names that could be read in two ways: the blanks in front of them may be the name's own or padding.</summary>
    UncertainNames,

    /// <summary>NLST: some servers name files only.</summary>
    NamesOnly,

    /// <summary>Nothing came at all, which is also what some servers send of a folder that may not be read.</summary>
    Nothing,

    /// <summary>The data connection was never closed, although the server said that it was done.</summary>
    DataNotEnded,
}
