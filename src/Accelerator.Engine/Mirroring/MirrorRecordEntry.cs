using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>The state of a file when it was last known to be the same on the server and locally.</summary>
/// <param name="Size">Bytes of the local file.</param>
/// <param name="LocalModifiedUtc">Last write of the local file, exactly.</param>
/// <param name="Time">Its time in the listing; null when not listed.</param>
/// <param name="Modified">The MDTM reply, as the server wrote it; null when not queried or not reported.</param>
/// <param name="CheckedUtc">A time no later than the listing: any event after it may have changed the file.</param>
internal readonly record struct MirrorRecordEntry(
    long Size, DateTime LocalModifiedUtc, ListingTime? Time, string? Modified, DateTime CheckedUtc)
{
    /// <summary>Returns whether the local file is the one that was recorded.</summary>
    public bool Describes(in LocalEntry local) =>
        local.Kind == LocalKind.File && local.Size == Size && local.ModifiedUtc == LocalModifiedUtc;
}
