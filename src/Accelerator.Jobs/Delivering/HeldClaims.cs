using System.Collections.Concurrent;

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
