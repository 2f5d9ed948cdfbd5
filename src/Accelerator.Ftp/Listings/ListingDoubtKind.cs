namespace Accelerator.Ftp.Listings;

/// <summary>Why a listing may be incomplete.</summary>
public enum ListingDoubtKind
{
    /// <summary>The server did not report that it was done.</summary>
    NoFinalReply,

    /// <summary>The server ended with a refusal.</summary>
    Refused,

    /// <summary>
    /// The final reply, although a success, reports that something is missing: cut off, or a folder that could not be opened.
    /// </summary>
    SaidSo,

    /// <summary>Exactly as many names as a limit at which servers are known to cut off silently.</summary>
    UsualLimit,

    /// <summary>More lines than the caller allowed.</summary>
    TooMany,

    /// <summary>The last line had no line end: the data may have ended in the middle of it, whatever the server reported.</summary>
    LastLineOpen,

    /// <summary>Lines that could not be read.</summary>
    UnreadLines,

    /// <summary>Names that were withheld, because they would lead out of the folder.</summary>
    RefusedNames,

    /// <summary>Names with two possible readings: the spaces in front of them may be part of the name or padding.</summary>
    UncertainNames,

    /// <summary>NLST: some servers list files only.</summary>
    NamesOnly,

    /// <summary>The listing was empty, which is also what some servers send for a folder that may not be read.</summary>
    Nothing,

    /// <summary>The data connection was never closed, although the server reported that it was done.</summary>
    DataNotEnded,

    /// <summary>The encrypted data connection ended without TLS's close_notify: it may have been cut off on the network.</summary>
    NoCloseNotify,

    /// <summary>More text than the limit for one listing.</summary>
    TooLarge,
}
