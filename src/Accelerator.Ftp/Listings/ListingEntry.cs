namespace Accelerator.Ftp.Listings;

/// <summary>One name in a folder, with its listed facts. Any of them may be wrong; only the name is checked.</summary>
public sealed record ListingEntry
{
    /// <summary>
    /// The name, in the server's bytes: one segment, never empty, <c>.</c> or <c>..</c>, without slash, NUL or line end. It may hold
    /// anything else that local file names may not, including control characters. VMS names have no version.
    /// </summary>
    public required FtpPath Name { get; init; }

    /// <summary>The kind of entry.</summary>
    public required EntryKind Kind { get; init; }

    /// <summary>
    /// Size of a file in bytes; null for anything else, and if the server gives no bytes: blocks, rounded or negative numbers, nothing.
    /// </summary>
    public long? Size { get; init; }

    /// <summary>Last modification; null if not listed or unreadable.</summary>
    public ListingTime? Time { get; init; }

    /// <summary><see cref="Time"/> if it is reliable enough for decisions; null if day and month may be exchanged in it.</summary>
    public ListingTime? DecidingTime => Time is { IsOrderOpen: true } ? null : Time;

    /// <summary>The target of a link, in the server's bytes: any path at all. Null if not listed.</summary>
    public FtpPath? Target { get; init; }

    /// <summary>
    /// Permissions as the server writes them, escaped: <c>-rw-r--r--</c> in a Unix listing, <c>0644</c> (UNIX.mode) or <c>adfr</c> (perm)
    /// in MLSD, <c>(RWED,RWED,,)</c> on VMS. Null if not listed.
    /// </summary>
    public string? Permissions { get; init; }

    /// <summary>
    /// MLSD's unique fact, for folders and links only: two names with the same value are the same folder, so a folder with the value of one
    /// of its ancestors is a loop. Null if not listed.
    /// </summary>
    public string? Unique { get; init; }
}
