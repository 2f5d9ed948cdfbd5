using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>One folder of a tree, as the server lists it or fails to.</summary>
public sealed record ListedFolder
{
    /// <summary>The folder's names below the root of the walk, joined; empty for the root itself.</summary>
    public required FtpPath Relative { get; init; }

    /// <summary>The folder's path as sent in commands.</summary>
    public required FtpPath Path { get; init; }

    /// <summary>Number of folders between the root and it: 0 for the root.</summary>
    public required int Depth { get; init; }

    /// <summary>The folder's entries, in the server's order; after an incomplete listing, those that arrived.</summary>
    public required IReadOnlyList<ListingEntry> Entries { get; init; }

    /// <summary>How the listing went; null where it did not reach its end.</summary>
    public ListingOutcome? Outcome { get; init; }

    /// <summary>Why there is no complete listing; null where there is one.</summary>
    public TransferException? Problem { get; init; }

    /// <summary>
    /// Folders in it that are not entered, each with the reason: a loop, too deep, too many. Unwanted folders are not among them.
    /// </summary>
    public IReadOnlyList<UnenteredFolder> Unentered { get; init; } = [];
}
