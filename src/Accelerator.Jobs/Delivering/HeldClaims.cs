using System.Collections.Concurrent;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>All files that this node is fetching from one server, by where they go.</summary>
internal sealed class HeldClaims
{
    private readonly ConcurrentDictionary<string, HeldClaim> _byTarget = new(StringComparer.Ordinal);

    /// <summary>How many.</summary>
    public int Count => _byTarget.Count;

    /// <summary>Their bytes.</summary>
    public long Bytes => _byTarget.Values.Sum(held => held.Claim.Size);

    /// <summary>All of them.</summary>
    public IReadOnlyCollection<HeldClaim> All => [.. _byTarget.Values];

    /// <summary>Adds one; false where another goes to the same place.</summary>
    public bool TryAdd(HeldClaim held) => _byTarget.TryAdd(held.TargetPath, held);

    /// <summary>Finds one.</summary>
    public HeldClaim? Find(string targetPath) => _byTarget.GetValueOrDefault(targetPath);

    /// <summary>Takes one out.</summary>
    public HeldClaim? Remove(string targetPath) => _byTarget.TryRemove(targetPath, out var held) ? held : null;
}

/// <summary>A file that this node is fetching.</summary>
/// <param name="Claim">The ledger's word for it.</param>
/// <param name="Job">Its job.</param>
/// <param name="TargetPath">Where it goes.</param>
/// <param name="Begun">Deliveries of its server before it was begun.</param>
internal sealed record HeldClaim(Claim Claim, JobDefinition Job, string TargetPath, long Begun)
{
    /// <summary>What its partial file's name has before <c>.part</c>; null for nothing.</summary>
    public string? PartTag { get; init; }

    /// <summary>Whether it is another node's by now, or may be: then it is not published.</summary>
    public bool IsLost { get; set; }
}
