using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>A file that a mirror is to fetch.</summary>
/// <param name="Path">Its path below the root, for display; not yet escaped for a terminal.</param>
/// <param name="Change">Whether it is new or has changed.</param>
/// <param name="Why">What differs: <c>5 bytes here, 7 there</c>; empty for a new one.</param>
/// <param name="Item">The file to fetch and its local target.</param>
public sealed record MirrorFetch(string Path, MirrorChange Change, string Why, TransferItem Item)
{
    /// <summary>Bytes; null where not listed.</summary>
    public long? Size => Item.Listed?.Size;

    /// <summary>The folder it is in; null in a plan that was not made by a runner.</summary>
    internal FolderPlace? Place { get; init; }

    /// <summary>Time as listed; null where not listed.</summary>
    internal ListingTime? Time { get; init; }

    /// <summary>Last change as MLSD or MDTM reported it before the transfer; null where neither did.</summary>
    internal string? Modified { get; init; }

    /// <summary>The file's last change, as precisely as known, for the order; null where unknown.</summary>
    internal DateTime? LastChange => RemoteIdentity.ReadTime(Modified) ?? Time?.Clock;
}
