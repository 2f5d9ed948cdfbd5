namespace Accelerator.Ftp.Listings;

/// <summary>How a listing went. Its data connection has ended in order, or there is an exception instead.</summary>
public sealed record ListingOutcome
{
    /// <summary>The listing as messages name it: <c>MLSD /pub</c>.</summary>
    public required string What { get; init; }

    /// <summary>What was asked.</summary>
    public required ListingCommand Command { get; init; }

    /// <summary>The form it came in; null where no line told it.</summary>
    public ListingForm? Form { get; init; }

    /// <summary>Entries that were given out.</summary>
    public long Entries { get; init; }

    /// <summary>Names that the server has listed: withheld ones, the folder's own and older versions on VMS included.</summary>
    public long Listed { get; init; }

    /// <summary>Whether any line came at all.</summary>
    public bool HasLines { get; init; }

    /// <summary>
    /// Whether no line at all means an empty folder: LIST found nothing where MLSD had found nothing, or the site's MLSD is known to work.
    /// </summary>
    public bool NothingMeansEmpty { get; init; }

    /// <summary>Lines that no entry was made of.</summary>
    public long UnreadLines { get; init; }

    /// <summary>The first of them, cut and safe to print.</summary>
    public string? FirstUnread { get; init; }

    /// <summary>Entries that were withheld for their name.</summary>
    public long RefusedNames { get; init; }

    /// <summary>The first such name, cut and safe to print.</summary>
    public string? FirstRefused { get; init; }

    /// <summary>Entries whose line could be read in two ways, so that the file may have another name.</summary>
    public long UncertainNames { get; init; }

    /// <summary>The first such name, as it was given out, cut and safe to print.</summary>
    public string? FirstUncertain { get; init; }

    /// <summary>Whether dates begin with the day, as a date of this listing proves; null where none does.</summary>
    internal bool? DatesDayFirst { get; init; }

    /// <summary>
    /// Whether names that begin with a point are shown: always by MLSD, and by LIST where there was one. vsftpd, ProFTPD and Pure-FTPd hide
    /// them from LIST.
    /// </summary>
    public bool ShowsDotNames { get; init; }

    /// <summary>The folder's own unique fact; null where it is not told.</summary>
    public string? FolderUnique { get; init; }

    /// <summary>Whether there were more lines than the caller allowed.</summary>
    public bool IsCut { get; init; }

    /// <summary>Whether the last line came without its end: its name may have been longer.</summary>
    public bool IsLastLineOpen { get; init; }

    /// <summary>Whether the server closed the data connection.</summary>
    public bool DataEnded { get; init; } = true;

    /// <summary>The server's last word; null where none came.</summary>
    public FtpReply? FinalReply { get; init; }

    /// <summary>Every reason not to take it for the whole folder.</summary>
    public IReadOnlyList<ListingDoubt> Doubts => ListingPolicy.Judge(this);

    /// <summary>Whether every entry of the folder that the server shows was given out.</summary>
    public bool IsComplete => Doubts.Count == 0;

    /// <summary>Whether a name that was not given out is not in the folder: the only ground on which something may be deleted.</summary>
    public bool ProvesAbsence(FtpPath name) => IsComplete && (ShowsDotNames || name.Bytes.Span is not [(byte)'.', ..]);
}
