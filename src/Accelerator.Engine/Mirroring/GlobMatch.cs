using Accelerator.Engine.Sources;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>An entry that matches a pattern.</summary>
/// <param name="Path">Its path as sent in commands.</param>
/// <param name="Entry">Its entry in the listing.</param>
public sealed record GlobMatch(FtpPath Path, ListingEntry Entry)
{
    /// <summary>The facts that need no query before it is fetched; null where its size is not listed.</summary>
    public ListedFacts? Facts => Entry.Size is { } size ? new ListedFacts(size, ListedFacts.TimeOf(Entry.Time)) : null;
}
