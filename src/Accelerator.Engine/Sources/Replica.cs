using Accelerator.Ftp.Control;
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

    /// <summary>The digest of its samples; null before they were read.</summary>
    public string? Samples { get; set; }

    /// <summary>Whether samples of both are to be read.</summary>
    public bool AreSamplesWanted { get; set; }

    /// <summary>Whether it did not send its samples.</summary>
    public bool AreSamplesUnusable { get; set; }

    /// <summary>Whether a query to it is in progress.</summary>
    public bool IsBusy { get; set; }

    /// <summary>Whether its size and time are to be queried once more.</summary>
    public bool IsRecheckWanted { get; set; }

    /// <summary>Whether they still equal those of <see cref="Facts"/>; null while not queried again.</summary>
    public bool? IsUnchanged { get; set; }

    /// <summary>Consecutive tries that achieved nothing.</summary>
    public int Fruitless { get; set; }
}

/// <summary>The state of a further source of one file.</summary>
internal enum ReplicaState
{
    /// <summary>The source has not been queried.</summary>
    Unasked,

    /// <summary>The size of the source matches; the evidence for its content is being queried.</summary>
    Known,

    /// <summary>The source and the first source returned the same hash of the complete file.</summary>
    Proven,

    /// <summary>The source is another address of the first source's host, as size, time and samples show.</summary>
    SameHost,

    /// <summary>The source is used, and the complete file is compared with a given digest at the end.</summary>
    Awaited,

    /// <summary>The source is used because the user trusts it.</summary>
    Trusted,

    /// <summary>
    /// The complete file did not match its hash; the bytes of this source are fetched again from the first source to see whether this one
    /// was wrong.
    /// </summary>
    Suspended,

    /// <summary>The source is no longer used; its bytes are kept.</summary>
    Refused,

    /// <summary>The source holds another file: its bytes are fetched again.</summary>
    Evicted,
}

/// <summary>The facts that a further source's server reports about the file.</summary>
/// <param name="Identity">Size and time. The time may differ from the first source's; the size may not.</param>
/// <param name="Features">The features that the server claims.</param>
internal sealed record ReplicaFacts(RemoteIdentity Identity, FtpFeatures Features);
