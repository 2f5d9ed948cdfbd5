namespace Accelerator.Ftp.Listings;

/// <summary>
/// One name in a folder, and what the listing tells of it. Anything a server says may be wrong; the name alone is checked.
/// </summary>
public sealed record ListingEntry
{
    /// <summary>
    /// The name, as the bytes that the server calls it by: one segment, never empty, <c>.</c> or <c>..</c>, without slash, NUL or line
    /// end. It may hold whatever else this system's names may not, controls included. VMS names have no version.
    /// </summary>
    public required FtpPath Name { get; init; }

    /// <summary>What it is.</summary>
    public required EntryKind Kind { get; init; }

    /// <summary>
    /// Bytes of a file; null for anything else, and where the server tells no bytes: blocks, rounded or negative numbers, nothing.
    /// </summary>
    public long? Size { get; init; }

    /// <summary>Last modification; null where it is not told or cannot be read.</summary>
    public ListingTime? Time { get; init; }

    /// <summary><see cref="Time"/> where it may decide something; null where day and month may be exchanged in it.</summary>
    public ListingTime? DecidingTime => Time is { IsOrderOpen: true } ? null : Time;

    /// <summary>Where a link points, in the server's words: any path at all. Null where it is not told.</summary>
    public FtpPath? Target { get; init; }

    /// <summary>
    /// Permissions in the server's words, escaped: <c>-rw-r--r--</c> of a Unix listing, <c>0644</c> (UNIX.mode) or <c>adfr</c> (perm) of
    /// MLSD, <c>(RWED,RWED,,)</c> of VMS. Null where they are not told.
    /// </summary>
    public string? Permissions { get; init; }

    /// <summary>
    /// MLSD's unique fact, of folders and links only: two names with the same one are the same folder, so that a folder with the one of a
    /// folder above it is a loop. Null where it is not told.
    /// </summary>
    public string? Unique { get; init; }
}
