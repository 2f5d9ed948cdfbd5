using Accelerator.Engine.Sources;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Fxp;

/// <summary>A wanted file of the source, before the destination is inspected.</summary>
/// <param name="From">Its path at the source.</param>
/// <param name="Entry">Its entry in the listing.</param>
/// <param name="Folder">The folder it is copied to.</param>
internal sealed record FxpCandidate(FtpPath From, ListingEntry Entry, FtpPath Folder)
{
    /// <summary>The final name of the file.</summary>
    public FtpPath To { get; } = Folder.Child(Entry.Name);

    /// <summary>The facts that need no further query; null where the listing gives no size.</summary>
    public ListedFacts? Listed => Entry.Size is { } size ? new ListedFacts(size, ListedFacts.TimeOf(Entry.Time)) : null;
}
