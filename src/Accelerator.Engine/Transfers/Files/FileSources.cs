using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// The further sources of one file: the queries to them, and which of them contribute bytes. The answers of a server go to
/// <see cref="ReplicaPolicy"/>, whose decisions are kept here. Thread-safe; does no I/O. None of these sources can make the file fail.
/// </summary>
internal sealed class FileSources
{
    /// <summary>The number of consecutive fruitless tries that are allowed.</summary>
    public const int MostFruitless = 4;

    private readonly object _lock = new();
    private readonly TransferItem _item;
    private readonly List<Replica> _replicas;
    private PrimaryQuestions? _questions;
    private TransferRequest? _request;
    private RemoteIdentity? _identity;
    private SegmentRun? _nudged;
    private volatile IReadOnlyList<string> _unproven = [];

    public FileSources(TransferItem item)
    {
        _item = item;
        _replicas = item.Sources.Count == 1 ? [] : [.. item.Sources.Skip(1).Select((source, i) => new Replica(i + 1, source))];
    }

    // Nearly every file has one source, and no questions.
    private PrimaryQuestions Primary => _questions ??= new PrimaryQuestions(_replicas);

    /// <summary>Whether there are further sources.</summary>
    public bool HasReplicas => _replicas.Count > 0;

    /// <summary>The runs, by source.</summary>
    public SourceRuns Runs { get; } = new();

    /// <summary>
    /// Sources of bytes in the partial file that have not been verified, including those of an earlier run; for the journal.
    /// </summary>
    public IReadOnlyList<string> Unproven => _unproven;

    /// <summary>The unverified sources recorded by an earlier run.</summary>
    public IReadOnlyList<string> Inherited { get; private set; } = [];

    /// <summary>The first source's digest that verified a further source, and its command; null when there is none.</summary>
    public (HashCommand Command, string Value)? Digest { get; private set; }

    /// <summary>
    /// Bytes that came from further sources, as they were before they were fetched again; null when that was not necessary.
    /// </summary>
    public ReplicaPieces? Pieces { get; set; }

    /// <summary>The ranges that are compared between two addresses of one server; set by <see cref="Begin"/>.</summary>
    public IReadOnlyList<ByteRange> Samples { get; private set; } = [];

    /// <summary>Returns the index of the source that a route leads to; -1 for none.</summary>
    public int IndexOf(Route route)
    {
        for (var i = 0; i < _item.Sources.Count; i++)
        {
            if (route.Serves(_item.Sources[i])) return i;
        }
        return -1;
    }

    /// <summary>Returns the further source that a route leads to; null for the first source.</summary>
    public Replica? ReplicaOf(Route route) => HasReplicas && IndexOf(route) is > 0 and var index ? _replicas[index - 1] : null;

    /// <summary>Gets a further source by its index.</summary>
    public Replica this[int index] => _replicas[index - 1];

    /// <summary>Returns whether a route's source may contribute bytes now.</summary>
    public bool Admits(Route route)
    {
        if (ReplicaOf(route) is not { } replica) return false;
        lock (_lock) return replica.State is ReplicaState.Proven or ReplicaState.SameHost or ReplicaState.Awaited or ReplicaState.Trusted;
    }

    /// <summary>Starts the queries to further sources, once the file is open.</summary>
    /// <param name="request">The request.</param>
    /// <param name="identity">The file at the first source.</param>
    /// <param name="features">The features claimed by its server, if known.</param>
    /// <returns>Sentences for the user.</returns>
    public IReadOnlyList<string> Begin(TransferRequest request, RemoteIdentity identity, FtpFeatures? features)
    {
        var sentences = new List<string>();
        lock (_lock)
        {
            if (identity.Size is not { } size)
                return [.. _replicas.Select(replica => Refuse(replica, $"{_item.Sources[0]} does not report the size of the file"))];
            (_identity, Primary.Features, _request) = (identity, features, request);
            if (size > 0) Samples = HostSamples.Choose(size, Random.Shared);
            foreach (var replica in _replicas)
            {
                var same = _item.Sources.Take(replica.Index).FirstOrDefault(other => other.Endpoint == replica.Source.Endpoint
                    && other.Credential == replica.Source.Credential && Equals(other.Address, replica.Source.Address));
                if (same is not null)
                    sentences.Add(Refuse(replica, $"it is on the same server as {same}; more streams to that server have the same effect"));
            }
        }
        return sentences;
    }

    /// <summary>Takes the unverified sources of an earlier run's bytes from a journal.</summary>
    public void Inherit(IReadOnlyList<string> unproven)
    {
        lock (_lock) _unproven = Inherited = unproven;
    }

    /// <summary>
    /// Resets the sources when the file starts over: an earlier run's data is discarded, and from then on only admitted sources contribute
    /// bytes.
    /// </summary>
    public void StartOver()
    {
        lock (_lock)
        {
            Inherited = [];
            _unproven = [.. _replicas.Where(replica => replica.State is ReplicaState.Awaited or ReplicaState.Trusted)
                .Select(replica => replica.Source.ToString())];
        }
    }

    /// <summary>Gives a stream of a route its next query, which must be answered or returned; null for none.</summary>
    /// <param name="route">The route.</param>
    /// <param name="queue">The file's runs: one run of the first source is ended early when no stream has time for a query to that
    /// source.</param>
    /// <param name="isFetching">Whether the file still needs bytes.</param>
    public ReplicaQuery? TryTake(Route route, SegmentQueue queue, bool isFetching)
    {
        var index = IndexOf(route);
        lock (_lock)
        {
            if (index < 0 || _request is null || !HasReplicas) return null;
            if (index == 0)
            {
                var question = Primary.Take(isFetching);
                if (question is not null) _nudged = null;
                return question;
            }
            var replica = _replicas[index - 1];
            if (replica.IsBusy) return null;
            var query = isFetching && replica.State == ReplicaState.Unasked ? new(ReplicaQuestion.Facts, replica)
                : isFetching && replica is { State: ReplicaState.Known, Wanted: { } kind } && !replica.Digests.ContainsKey(kind)
                    ? new(ReplicaQuestion.Hash, replica, kind)
                : isFetching && replica is { State: ReplicaState.Known, AreSamplesWanted: true, Samples: null, AreSamplesUnusable: false }
                    ? new(ReplicaQuestion.Samples, replica)
                : replica.IsRecheckWanted ? new ReplicaQuery(ReplicaQuestion.Recheck, replica)
                : null;
            if (query is not null) replica.IsBusy = true;
            else if (Primary.IsWaiting) Nudge(queue);
            return query;
        }
    }

    /// <summary>Reopens a query that could not be sent, for another stream.</summary>
    public IReadOnlyList<string> Reopen(ReplicaQuery query) => Learn(query, replica =>
    {
        if (replica is null) Primary.Reopen(query);
    });

    /// <summary>Takes the answer to <see cref="ReplicaQuestion.Facts"/>.</summary>
    /// <returns>Sentences for the user; the other overloads return the same.</returns>
    public IReadOnlyList<string> Learn(ReplicaQuery query, ReplicaFacts facts) => Learn(query, replica =>
    {
        replica!.Facts = facts;
        if (replica.State == ReplicaState.Unasked) replica.State = ReplicaState.Known;
    });

    /// <summary>Takes the answer to <see cref="ReplicaQuestion.PrimaryFeatures"/>.</summary>
    public IReadOnlyList<string> Learn(ReplicaQuery query, FtpFeatures features) => Learn(query, _ => Primary.Features = features);

    /// <summary>Takes the answer to a query for a hash; null when the server returns none.</summary>
    public IReadOnlyList<string> Learn(ReplicaQuery query, string? digest) => Learn(query, replica =>
    {
        var kind = query.Hash!.Value;
        if (replica is null) Primary.Learn(kind, digest);
        else if (digest is null) replica.Unusable.Add(kind);
        else replica.Digests[kind] = digest;
    });

    /// <summary>Takes the digest of the samples that a source sent; null if it does not send them.</summary>
    public IReadOnlyList<string> LearnSamples(ReplicaQuery query, string? digest) => Learn(query, replica =>
    {
        if (replica is null) Primary.LearnSamples(digest);
        else (replica.Samples, replica.AreSamplesUnusable) = (digest, digest is null);
    });

    /// <summary>Takes the answer to <see cref="ReplicaQuestion.Recheck"/>.</summary>
    public void Learn(ReplicaQuery query, RemoteIdentity now) => Learn(query, replica =>
    {
        replica!.IsUnchanged = now == replica.Facts!.Identity;
        replica.IsRecheckWanted = false;
    });

    /// <summary>Records that two sources differ at a seam.</summary>
    public void Raise(SeamMismatchException mismatch, int generation)
    {
        lock (_lock) Primary.Raise(new ReplicaQuery(ReplicaQuestion.Dispute, Mismatch: mismatch, Generation: generation));
    }

    /// <summary>Requests size and time of a source once more.</summary>
    public void Recheck(Replica replica)
    {
        lock (_lock) (replica.IsRecheckWanted, replica.IsUnchanged) = (true, null);
    }

    /// <summary>Ends the use of a source.</summary>
    /// <returns>False when it had already ended.</returns>
    public bool TryEnd(Replica replica, ReplicaState state)
    {
        lock (_lock)
        {
            if (replica.State is ReplicaState.Evicted || replica.State == state) return false;
            replica.State = state;
            replica.IsRecheckWanted = false;
        }
        if (state != ReplicaState.Refused) Runs.Bar(replica.Index);
        return true;
    }

    /// <summary>Stops all sources but the first: one of them may be wrong, and which one is unknown.</summary>
    public void Suspend()
    {
        foreach (var replica in _replicas.Where(Admits)) TryEnd(replica, ReplicaState.Suspended);

        bool Admits(Replica replica)
        {
            lock (_lock) return replica.State is not (ReplicaState.Refused or ReplicaState.Evicted);
        }
    }

    /// <summary>Counts consecutive fruitless tries; a successful try resets the count.</summary>
    /// <returns>Whether there were too many in a row.</returns>
    public bool CountTry(Replica replica, bool isFruitless)
    {
        lock (_lock) return (replica.Fruitless = isFruitless ? replica.Fruitless + 1 : 0) > MostFruitless;
    }

    /// <summary>Returns the sources that contributed no byte because the file was complete before they were verified to hold it.</summary>
    public IReadOnlyList<Replica> TooLate()
    {
        lock (_lock) return [.. _replicas.Where(
            replica => _request is not null && replica.State is ReplicaState.Unasked or ReplicaState.Known)];
    }

    /// <summary>
    /// Returns the sources, as named in messages, that contributed bytes without having been verified, including those of an earlier run.
    /// </summary>
    public IReadOnlyList<string> TrustedOf(IReadOnlySet<int> sources)
    {
        lock (_lock)
        {
            var unproven = _replicas.Where(replica => sources.Contains(replica.Index)).Select(replica => replica.Source.ToString())
                .Where(_unproven.Contains);
            return [.. (sources.Contains(Fragment.EarlierRun) ? Inherited : []).Concat(unproven).Distinct()];
        }
    }

    private static string Refuse(Replica replica, string why)
    {
        replica.State = ReplicaState.Refused;
        return $"{replica.Source} is not used: {why}.";
    }

    private IReadOnlyList<string> Learn(ReplicaQuery query, Action<Replica?> apply)
    {
        lock (_lock)
        {
            if (query.Replica is { } asked) asked.IsBusy = false;
            apply(query.Replica);
            return [.. _replicas.Where(replica => replica.State == ReplicaState.Known).ToList().Select(Judge).OfType<string>()];
        }
    }

    private string? Judge(Replica replica)
    {
        var verdict = ReplicaPolicy.Judge(new ReplicaEvidence
        {
            Primary = _item.Sources[0].ToString(),
            Size = _identity!.Size!.Value,
            Modified = _identity.Modified,
            IsOtherAddress = replica.Source.IsOtherAddressOf(_item.Sources[0]),
            PrimarySamples = Primary.Samples,
            Samples = replica.Samples,
            AreSamplesUnusable = Samples.Count == 0 || Primary.AreSamplesUnusable || replica.AreSamplesUnusable,
            PrimaryFeatures = Primary.Features,
            Facts = replica.Facts,
            HasDigest = _request!.VerifyOf(_item).Given is not null,
            IsTrusted = _request.TrustReplicas,
            Unusable = Primary.Unusable.Union(replica.Unusable).ToHashSet(),
            PrimaryDigests = Primary.Digests,
            Digests = replica.Digests,
        });
        replica.Wanted = verdict.Hash;
        replica.AreSamplesWanted = verdict.Step == ReplicaStep.AskSamples;
        switch (verdict.Step)
        {
            case ReplicaStep.Refuse:
                return Refuse(replica, verdict.Why);
            case ReplicaStep.Admit:
                var command = HashCommand.Offered(Primary.Features!).First(command => command.Kind == verdict.Hash);
                Digest ??= (command, Primary.Digests[command.Kind]);
                return Admit(replica, ReplicaState.Proven, verdict.Why);
            case ReplicaStep.AdmitOnSamples:
                return Admit(replica, ReplicaState.SameHost, verdict.Why);
            case ReplicaStep.AdmitOnDigest:
                return Admit(replica, ReplicaState.Awaited, verdict.Why);
            case ReplicaStep.AdmitOnTrust:
                return Admit(replica, ReplicaState.Trusted, verdict.Why);
            default:
                return null;
        }
    }

    private string Admit(Replica replica, ReplicaState state, string why)
    {
        // Record the name before the source's first byte, so that no journal lists its bytes without it.
        if (state is not (ReplicaState.Proven or ReplicaState.SameHost))
            _unproven = [.. _unproven.Append(replica.Source.ToString()).Distinct()];
        replica.State = state;
        return $"{replica.Source} is used as well: {why}.";
    }

    // All streams to the first source may be in ranges that last for hours.
    private void Nudge(SegmentQueue queue)
    {
        if (_nudged is { IsTruncated: true }) return;
        _nudged = Runs.Longest(0);
        if (_nudged is not null) queue.Truncate(_nudged);
    }
}
