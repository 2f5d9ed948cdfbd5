using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;
using Accelerator.Ftp.Listings;

namespace Accelerator.Cli.Find;

/// <summary>The parsed arguments of <c>ftpx find</c>.</summary>
internal sealed record FindOptions : TransferOptions
{
    public required string Address { get; init; }

    /// <summary>The wanted names; null for every one.</summary>
    public Glob? Pattern { get; init; }

    /// <summary>The wanted kind; null for every one.</summary>
    public EntryKind? Type { get; init; }

    /// <summary>The maximum nesting of listed subfolders; null for no limit.</summary>
    public int? MaxDepth { get; init; }
}
