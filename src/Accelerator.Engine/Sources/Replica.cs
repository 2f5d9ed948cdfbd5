using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>A further source of one file, and what is known of it. <c>FileSources</c> owns every field.</summary>
/// <param name="index">Its place in <c>TransferItem.Sources</c>, 1 or more.</param>
/// <param name="source">Where it is.</param>
internal sealed class Replica(int index, TransferSource source)
{
    /// <summary>Its place in <c>TransferItem.Sources</c>, 1 or more.</summary>
    public int Index { get; } = index;

    /// <summary>Where it is.</summary>
    public TransferSource Source { get; } = source;

    /// <summary>See <see cref="ReplicaState"/>.</summary>
    public ReplicaState State { get; set; }

    /// <summary>What its server says; null before it was asked.</summary>
    public ReplicaFacts? Facts { get; set; }

    /// <summary>Its digests, by hash.</summary>
    public Dictionary<HashKind, string> Digests { get; } = [];

    /// <summary>Hashes that it lists and does not give.</summary>
    public HashSet<HashKind> Unusable { get; } = [];

    /// <summary>The hash that both servers are asked for; null for none.</summary>
    public HashKind? Wanted { get; set; }

    /// <summary>Whether somebody asks it.</summary>
    public bool IsBusy { get; set; }

    /// <summary>Whether its size and time are wanted once more.</summary>
    public bool IsRecheckWanted { get; set; }

    /// <summary>Whether they are still those of <see cref="Facts"/>; null while nobody has asked again.</summary>
    public bool? IsUnchanged { get; set; }

    /// <summary>Tries in a row that brought nothing.</summary>
    public int Fruitless { get; set; }
}
