using Accelerator.Cli.Options;
using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Mirror;

/// <summary>The parsed arguments of <c>ftpx mirror</c>: every value is parsed, nothing has been looked up yet.</summary>
internal sealed record MirrorOptions : TransferOptions
{
    public required string Address { get; init; }

    /// <summary>The local folder as typed; null for a folder in the current one, named like the remote folder.</summary>
    public string? Folder { get; init; }

    public TimeSpan? MinAge { get; init; }

    public int? MaxDepth { get; init; }

    public MirrorOrder Order { get; init; }

    public int? Parallel { get; init; }

    public bool Delete { get; init; }

    public bool Yes { get; init; }

    /// <summary>The maximum number of files that <see cref="Delete"/> may delete; null for the engine's default.</summary>
    public DeleteLimit? MaxDelete { get; init; }

    public bool Checksum { get; init; }
}
