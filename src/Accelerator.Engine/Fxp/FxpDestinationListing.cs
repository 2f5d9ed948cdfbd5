using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Fxp;

/// <summary>One folder of the destination as it is before anything is sent.</summary>
/// <param name="Entries">What is in it, by name; none where it could not be listed.</param>
/// <param name="Outcome">How its listing went; null where it was refused, or is known to be for nothing.</param>
/// <param name="Missing">The folders, down to this one, that are not there or do not show themselves, the outermost first.</param>
/// <param name="IsAbsent">Whether the folder around it proves that it is not there: a folder that may only be written to is refused with
/// the same code.</param>
internal sealed record FxpDestinationListing(
    IReadOnlyDictionary<FtpPath, ListingEntry> Entries, ListingOutcome? Outcome, IReadOnlyList<FtpPath> Missing, bool IsAbsent)
{
    /// <summary>What has this name; null where the listing shows nothing of that name.</summary>
    public ListingEntry? Find(FtpPath name) => Entries.GetValueOrDefault(name);

    /// <summary>Whether there is surely nothing of this name.</summary>
    public bool Lacks(FtpPath name) => IsAbsent || (!Entries.ContainsKey(name) && Outcome?.ProvesAbsence(name) == true);
}
