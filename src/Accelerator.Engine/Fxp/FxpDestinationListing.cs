using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Fxp;

/// <summary>One folder of the destination before anything is sent.</summary>
/// <param name="Entries">Its entries by name; empty where it could not be listed.</param>
/// <param name="Outcome">How its listing went; null where it was refused, or is known to be pointless.</param>
/// <param name="Missing">The folders, down to this one, that do not exist or are hidden, the outermost first.</param>
/// <param name="IsAbsent">Whether the parent's listing shows that the folder does not exist: a write-only folder is refused with the same
/// code.</param>
internal sealed record FxpDestinationListing(
    IReadOnlyDictionary<FtpPath, ListingEntry> Entries, ListingOutcome? Outcome, IReadOnlyList<FtpPath> Missing, bool IsAbsent)
{
    /// <summary>Returns the entry of this name; null where the listing has none.</summary>
    public ListingEntry? Find(FtpPath name) => Entries.GetValueOrDefault(name);

    /// <summary>Returns whether there is certainly no entry of this name.</summary>
    public bool Lacks(FtpPath name) => IsAbsent || (!Entries.ContainsKey(name) && Outcome?.ProvesAbsence(name) == true);
}
