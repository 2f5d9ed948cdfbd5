using Accelerator.Ftp;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>
/// The queries to the first source that further sources require, each sent once for all of them. Not thread-safe; <c>FileSources</c> guards
/// it.
/// </summary>
internal sealed class PrimaryQuestions(IReadOnlyList<Replica> replicas)
{
    // A query that it cannot answer is not repeated for ever.
    private const int MostTries = 2;

    private readonly Queue<ReplicaQuery> _disputes = [];
    private readonly Dictionary<HashKind, string> _digests = [];
    private readonly Dictionary<HashKind, int> _hashTries = [];
    private readonly HashSet<HashKind> _unusable = [];
    private readonly HashSet<HashKind> _asking = [];
    private int _featureTries;
    private int _sampleTries;
    private bool _isAskingFeatures;
    private bool _isAskingSamples;

    /// <summary>The features that the server of the first source claims; null until queried.</summary>
    public FtpFeatures? Features { get; set; }

    /// <summary>The digests of the first source, by hash.</summary>
    public IReadOnlyDictionary<HashKind, string> Digests => _digests;

    /// <summary>The hashes that the server lists but does not provide.</summary>
    public IReadOnlySet<HashKind> Unusable => _unusable;

    /// <summary>The digest of its samples; null until they were read.</summary>
    public string? Samples { get; private set; }

    /// <summary>Whether it did not send its samples.</summary>
    public bool AreSamplesUnusable { get; private set; }

    /// <summary>Whether a query is waiting.</summary>
    public bool IsWaiting => _disputes.Count > 0 || IsFeaturesWanted() || AreSamplesWanted() || WantedHash() is not null;

    /// <summary>Takes the next query; null for none.</summary>
    /// <param name="isFetching">Whether the file still needs bytes; a disputed seam must be settled in any case.</param>
    public ReplicaQuery? Take(bool isFetching)
    {
        if (_disputes.TryDequeue(out var dispute)) return dispute;
        if (!isFetching) return null;
        if (IsFeaturesWanted())
        {
            _isAskingFeatures = true;
            return new(ReplicaQuestion.PrimaryFeatures);
        }
        if (AreSamplesWanted())
        {
            _isAskingSamples = true;
            return new(ReplicaQuestion.PrimarySamples);
        }
        return WantedHash() is { } kind && _asking.Add(kind) ? new(ReplicaQuestion.PrimaryHash, Hash: kind) : null;
    }

    /// <summary>Queues a dispute: two sources differ at a seam, or the dispute could not be settled yet.</summary>
    public void Raise(ReplicaQuery dispute) => _disputes.Enqueue(dispute);

    /// <summary>Requeues a query that could not be sent.</summary>
    public void Reopen(ReplicaQuery query)
    {
        if (query.Question == ReplicaQuestion.Dispute) Raise(query);
        else if (query.Hash is { } kind) ReopenHash(kind);
        else if (query.Question == ReplicaQuestion.PrimarySamples) ReopenSamples();
        else ReopenFeatures();
    }

    /// <summary>Records the server's digest for a hash; null if it provides none.</summary>
    public void Learn(HashKind kind, string? digest)
    {
        _asking.Remove(kind);
        if (digest is null) _unusable.Add(kind);
        else _digests[kind] = digest;
    }

    /// <summary>Records the digest of the server's samples; null if it does not send them.</summary>
    public void LearnSamples(string? digest)
    {
        _isAskingSamples = false;
        (Samples, AreSamplesUnusable) = (digest, digest is null);
    }

    private bool AreSamplesWanted() => Samples is null && !AreSamplesUnusable && !_isAskingSamples
        && replicas.Any(replica => replica is { State: ReplicaState.Known, AreSamplesWanted: true });

    private void ReopenSamples()
    {
        _isAskingSamples = false;
        AreSamplesUnusable = ++_sampleTries >= MostTries;
    }

    private bool IsFeaturesWanted() =>
        Features is null && !_isAskingFeatures && replicas.Any(replica => replica.State == ReplicaState.Known);

    private HashKind? WantedHash() => replicas
        .Where(replica => replica.State == ReplicaState.Known)
        .Select(replica => replica.Wanted)
        .FirstOrDefault(kind => kind is { } wanted && !_digests.ContainsKey(wanted) && !_asking.Contains(wanted));

    // A server that ends its session over a hash must not cost us one session after another.
    private void ReopenHash(HashKind kind)
    {
        _asking.Remove(kind);
        if ((_hashTries[kind] = _hashTries.GetValueOrDefault(kind) + 1) >= MostTries) _unusable.Add(kind);
    }

    private void ReopenFeatures()
    {
        _isAskingFeatures = false;
        if (++_featureTries >= MostTries) Features = FtpFeatures.None;
    }
}
