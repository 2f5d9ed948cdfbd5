using Accelerator.Engine.Sources;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Fxp;

/// <summary>A file of the source that is wanted, before the destination is looked at.</summary>
/// <param name="From">Its path at the source.</param>
/// <param name="Entry">What the listing tells of it.</param>
/// <param name="Folder">Where it is to go.</param>
internal sealed record FxpCandidate(FtpPath From, ListingEntry Entry, FtpPath Folder)
{
    /// <summary>Its final name.</summary>
    public FtpPath To { get; } = Folder.Child(Entry.Name);

    /// <summary>What need not be asked; null where the listing tells no size.</summary>
    public ListedFacts? Listed => Entry.Size is { } size ? new ListedFacts(size, ListedFacts.TimeOf(Entry.Time)) : null;
}
