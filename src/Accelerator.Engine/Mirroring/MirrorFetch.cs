using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>A file that a mirror is to fetch.</summary>
/// <param name="Path">Its path below the root, as people read it; not yet escaped for a terminal.</param>
/// <param name="Change">Whether it is new or has changed.</param>
/// <param name="Why">What differs: <c>5 bytes here, 7 there</c>; empty for a new one.</param>
/// <param name="Item">What is fetched, and where to.</param>
public sealed record MirrorFetch(string Path, MirrorChange Change, string Why, TransferItem Item)
{
    /// <summary>Bytes; null where the listing does not tell.</summary>
    public long? Size => Item.Listed?.Size;

    /// <summary>The folder it is in; null in a plan that no runner has made.</summary>
    internal FolderPlace? Place { get; init; }

    /// <summary>Time as listed; null where none is told.</summary>
    internal ListingTime? Time { get; init; }

    /// <summary>Last change as MLSD or MDTM told it before the transfer; null where neither did.</summary>
    internal string? Modified { get; init; }

    /// <summary>When it was last changed, as well as is known, for the order; null where nothing is.</summary>
    internal DateTime? LastChange => SourceInspector.ReadTime(Modified) ?? Time?.Clock;
}
