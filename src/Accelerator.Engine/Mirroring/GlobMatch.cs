using Accelerator.Engine.Sources;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>What a pattern has met.</summary>
/// <param name="Path">Its path as commands carry it.</param>
/// <param name="Entry">What the listing tells of it.</param>
public sealed record GlobMatch(FtpPath Path, ListingEntry Entry)
{
    /// <summary>What need not be asked before it is fetched; null where its size is not told.</summary>
    public ListedFacts? Facts => Entry.Size is { } size ? new ListedFacts(size, ListedFacts.TimeOf(Entry.Time)) : null;
}
