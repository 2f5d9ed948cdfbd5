using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>A request to make a local folder a mirror of a folder on a server.</summary>
public sealed record MirrorRequest
{
    /// <summary>The folder on the server.</summary>
    public required TransferSource Source { get; init; }

    /// <summary>
    /// The same folder on further servers, where equal relative paths mean the same files. Large files are fetched from all of them; only
    /// the listing of <see cref="Source"/> counts. Default none.
    /// </summary>
    public IReadOnlyList<TransferSource> Replicas { get; init; } = [];

    /// <summary>Absolute path of the local folder. It is created where it does not exist.</summary>
    public required string TargetRoot { get; init; }

    /// <summary>The options for connections and transfers. Its items and <see cref="TransferRequest.Overwrite"/> are not read.</summary>
    public required TransferRequest Transfer { get; init; }

    /// <summary>The wanted files. Default all.</summary>
    public FileFilter Filter { get; init; } = FileFilter.All;

    /// <summary>The order of the files. Default by path.</summary>
    public MirrorOrder Order { get; init; } = MirrorOrder.Path;

    /// <summary>Files fetched in parallel, 1 or more; null for as many as there are streams.</summary>
    public int? Parallel { get; init; }

    /// <summary>
    /// Whether local files that are not on the server are deleted, where a listing shows that they are not. Default false.
    /// </summary>
    public bool Delete { get; init; }

    /// <summary>The most files that <see cref="Delete"/> may delete; above it none is deleted. Default half of the local files.</summary>
    public DeleteLimit MaxDelete { get; init; } = DeleteLimit.Default;

    /// <summary>Whether files of equal size are compared by the server's hash, not by time. Default false.</summary>
    public bool Checksum { get; init; }

    /// <summary>
    /// Returns the digest that a file must have, given its path below the root and its full local path; null for none. A local file is
    /// then the same only if it has that digest, and a fetched file is published only with it. Default no digests.
    /// </summary>
    public Func<string, string, GivenDigest?>? DigestOf { get; init; }

    /// <summary>Whether the plan names the local files that are the same. Default false: there may be millions.</summary>
    public bool NamesSameFiles { get; init; }
}
