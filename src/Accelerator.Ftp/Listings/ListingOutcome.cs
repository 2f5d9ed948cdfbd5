namespace Accelerator.Ftp.Listings;

/// <summary>The result of a listing. Its data connection has ended in order; otherwise there is an exception instead.</summary>
public sealed record ListingOutcome
{
    /// <summary>The listing as messages show it: <c>MLSD /pub</c>.</summary>
    public required string What { get; init; }

    /// <summary>The command that was sent.</summary>
    public required ListingCommand Command { get; init; }

    /// <summary>The form of the listing; null if no line determined it.</summary>
    public ListingForm? Form { get; init; }

    /// <summary>Number of entries returned.</summary>
    public long Entries { get; init; }

    /// <summary>Number of names listed by the server, including withheld ones, the folder itself and older versions on VMS.</summary>
    public long Listed { get; init; }

    /// <summary>Number of those that are the folder itself and its parent.</summary>
    public long OwnLines { get; init; }

    /// <summary>Names in the longest complete listing that the server has sent: a limit below that is none.</summary>
    internal long LongestListing { get; init; }

    /// <summary>Whether the final reply has the text with which this server is known to end complete listings.</summary>
    internal bool IsUsualEnd { get; init; }

    /// <summary>Whether the listing had any lines.</summary>
    public bool HasLines { get; init; }

    /// <summary>
    /// Whether an empty listing means an empty folder: the session is known to be in that folder, and both MLSD and LIST returned nothing
    /// there, or MLSD did and the site's MLSD is known to work, or the server refused with a reply that says so.
    /// </summary>
    public bool NothingMeansEmpty { get; init; }

    /// <summary>Number of lines without an entry: of no known form, or with a name that no file can have because of its length.</summary>
    public long UnreadLines { get; init; }

    /// <summary>The first of them, cut and safe to print.</summary>
    public string? FirstUnread { get; init; }

    /// <summary>Number of entries withheld because of their name.</summary>
    public long RefusedNames { get; init; }

    /// <summary>The first such name, cut and safe to print.</summary>
    public string? FirstRefused { get; init; }

    /// <summary>The first of them, as text that is not safe to print.</summary>
    internal IReadOnlyList<string> RefusedTexts { get; init; } = [];

    /// <summary>Number of entries whose line has two possible readings, so that the file may have another name.</summary>
    public long UncertainNames { get; init; }

    /// <summary>The first such name, as it was returned, cut and safe to print.</summary>
    public string? FirstUncertain { get; init; }

    /// <summary>Whether dates begin with the day, as determined by a date of this listing; null if undetermined.</summary>
    internal bool? DatesDayFirst { get; init; }

    /// <summary>
    /// Whether names that begin with a point are shown: always by MLSD, and by LIST if there was one. vsftpd, ProFTPD and Pure-FTPd hide
    /// them from LIST.
    /// </summary>
    public bool ShowsDotNames { get; init; }

    /// <summary>The folder's own unique fact; null if not listed.</summary>
    public string? FolderUnique { get; init; }

    /// <summary>Whether there was more than the caller allowed.</summary>
    public bool IsCut { get; init; }

    /// <summary>The limit in bytes that was exceeded; null if it was not, or if it was the one in lines.</summary>
    public long? ByteLimit { get; init; }

    /// <summary>Whether the last line had no line end: its name may have been longer.</summary>
    public bool IsLastLineOpen { get; init; }

    /// <summary>Whether the server closed the data connection.</summary>
    public bool DataEnded { get; init; } = true;

    /// <summary>
    /// Whether its encrypted data connection ended without TLS's close_notify, so that anyone on the network may have cut it off. False
    /// without TLS.
    /// </summary>
    public bool LacksCloseNotify { get; init; }

    /// <summary>The server's final reply; null if none arrived.</summary>
    public FtpReply? FinalReply { get; init; }

    /// <summary>Every reason not to treat the listing as complete.</summary>
    public IReadOnlyList<ListingDoubt> Doubts => ListingPolicy.Judge(this);

    /// <summary>Whether every entry of the folder that the server shows was returned.</summary>
    public bool IsComplete => Doubts.Count == 0;

    /// <summary>
    /// Returns the outcome for a caller that wants matching names only: a refused name that does not match is not missed.
    /// </summary>
    internal ListingOutcome About(Func<string, bool> matches) =>
        RefusedTexts.Count == RefusedNames && !RefusedTexts.Any(matches) ? this with { RefusedNames = 0 } : this;

    /// <summary>Returns whether a name that was not listed is not in the folder: the only grounds for a deletion.</summary>
    public bool ProvesAbsence(FtpPath name) => IsComplete && (ShowsDotNames || name.Bytes.Span is not [(byte)'.', ..]);
}
