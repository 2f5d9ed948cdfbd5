using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>A further source of one file with its state. <c>FileSources</c> owns every field.</summary>
/// <param name="index">Its place in <c>TransferItem.Sources</c>, 1 or more.</param>
/// <param name="source">Its location.</param>
internal sealed class Replica(int index, TransferSource source)
{
    /// <summary>The index of the source in <c>TransferItem.Sources</c>, 1 or more.</summary>
    public int Index { get; } = index;

    /// <summary>The location of the source.</summary>
    public TransferSource Source { get; } = source;

    /// <summary>See <see cref="ReplicaState"/>.</summary>
    public ReplicaState State { get; set; }

    /// <summary>The facts that its server reports; null before it was queried.</summary>
    public ReplicaFacts? Facts { get; set; }

    /// <summary>The digests of the source, by hash.</summary>
    public Dictionary<HashKind, string> Digests { get; } = [];

    /// <summary>Hashes that it lists and does not provide.</summary>
    public HashSet<HashKind> Unusable { get; } = [];

    /// <summary>The hash that both servers are queried for; null for none.</summary>
    public HashKind? Wanted { get; set; }

    /// <summary>Whether a query to it is in progress.</summary>
    public bool IsBusy { get; set; }

    /// <summary>Whether its size and time are to be queried once more.</summary>
    public bool IsRecheckWanted { get; set; }

    /// <summary>Whether they still equal those of <see cref="Facts"/>; null while not queried again.</summary>
    public bool? IsUnchanged { get; set; }

    /// <summary>Consecutive tries that achieved nothing.</summary>
    public int Fruitless { get; set; }
}
