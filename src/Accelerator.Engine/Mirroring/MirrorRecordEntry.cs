using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>What was true of a file when it was last known to be the same here and there.</summary>
/// <param name="Size">Bytes of the local file.</param>
/// <param name="LocalModifiedUtc">Last write of the local file, exactly.</param>
/// <param name="Time">What the listing said of its time; null when it said nothing.</param>
/// <param name="Modified">What MDTM said, as the server wrote it; null when it was not asked or said nothing.</param>
/// <param name="CheckedUtc">A moment no later than the listing: whatever came after it may have changed the file.</param>
internal readonly record struct MirrorRecordEntry(
    long Size, DateTime LocalModifiedUtc, ListingTime? Time, string? Modified, DateTime CheckedUtc)
{
    /// <summary>Whether the local file is the one that was recorded.</summary>
    public bool Describes(in LocalEntry local) =>
        local.Kind == LocalKind.File && local.Size == Size && local.ModifiedUtc == LocalModifiedUtc;
}
