using System.Collections.Concurrent;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>All files that this node is fetching from one server, by target path.</summary>
internal sealed class HeldClaims
{
    private readonly ConcurrentDictionary<string, HeldClaim> _byTarget = new(StringComparer.Ordinal);

    /// <summary>The number of files.</summary>
    public int Count => _byTarget.Count;

    /// <summary>The bytes of the files.</summary>
    public long Bytes => _byTarget.Values.Sum(held => held.Claim.Size);

    /// <summary>All files.</summary>
    public IReadOnlyCollection<HeldClaim> All => [.. _byTarget.Values];

    /// <summary>Adds a file; returns false if another one has the same target path.</summary>
    public bool TryAdd(HeldClaim held) => _byTarget.TryAdd(held.TargetPath, held);

    /// <summary>Finds a file.</summary>
    public HeldClaim? Find(string targetPath) => _byTarget.GetValueOrDefault(targetPath);

    /// <summary>Removes a file and returns it.</summary>
    public HeldClaim? Remove(string targetPath) => _byTarget.TryRemove(targetPath, out var held) ? held : null;
}

/// <summary>A file that this node is fetching.</summary>
/// <param name="Claim">The claim in the ledger.</param>
/// <param name="Job">Its job.</param>
/// <param name="TargetPath">The file's target path.</param>
/// <param name="Begun">The number of deliveries of its server before it was started.</param>
internal sealed record HeldClaim(Claim Claim, JobDefinition Job, string TargetPath, long Begun)
{
    /// <summary>The tag in the partial file's name before <c>.part</c>; null for none.</summary>
    public string? PartTag { get; init; }

    /// <summary>Whether the claim belongs, or may belong, to another node now: then the file is not published.</summary>
    public bool IsLost { get; set; }

    /// <summary>
    /// Whether this node ends the claim now: nothing of it is transferred any more, and a ledger that no longer has the claim does not mean
    /// that another node has it.
    /// </summary>
    public bool IsEnding { get; set; }

    /// <summary>Whether the ledger has another file of its name: a further try would end the same way.</summary>
    public bool IsNameTaken { get; set; }
}
