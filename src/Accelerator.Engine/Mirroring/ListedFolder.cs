using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;

namespace Accelerator.Engine.Mirroring;

/// <summary>One folder of a tree, as the server lists it or does not.</summary>
public sealed record ListedFolder
{
    /// <summary>Its names below the root of the walk, joined; empty for the root itself.</summary>
    public required FtpPath Relative { get; init; }

    /// <summary>Its path as commands carry it.</summary>
    public required FtpPath Path { get; init; }

    /// <summary>Folders between the root and it: 0 for the root.</summary>
    public required int Depth { get; init; }

    /// <summary>What is in it, in the server's order. Of a folder that could not be listed to its end, what came.</summary>
    public required IReadOnlyList<ListingEntry> Entries { get; init; }

    /// <summary>How the listing went; null where there was none to its end.</summary>
    public ListingOutcome? Outcome { get; init; }

    /// <summary>Why there is none; null where there is one.</summary>
    public TransferException? Problem { get; init; }

    /// <summary>
    /// Folders in it that are not entered, each with the reason: a loop, too deep, too many. Those that were not wanted are not among them.
    /// </summary>
    public IReadOnlyList<UnenteredFolder> Unentered { get; init; } = [];
}
