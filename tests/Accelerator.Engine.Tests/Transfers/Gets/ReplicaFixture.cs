namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>A file at one server, its replicas at others, and gets that may use them all.</summary>
internal sealed class ReplicaFixture : IAsyncDisposable
{
    /// <summary>Long enough for several ranges at each, and just long enough for a journal.</summary>
    public const long Length = TransferItem.LeastJournalled;

    /// <summary>The text of <see cref="FileResult.VerifiedBy"/> when the given SHA-256 decides.</summary>
    public const string ByDigest = "the given SHA-256";

    // Several seams, and less than half of the file.
    private const long EnoughOfReplicas = 3 << 20;

    /// <summary>
    /// A limit of 4 MB/s for each data connection: replicas are verified long before the first source alone has delivered the file.
    /// </summary>
    public static LinkShape Slow { get; } = new() { BytesPerSecond = 4_000_000 };

    private readonly List<LoopbackServer> _replicas = [];

    /// <param name="features">The features of all servers.</param>
    /// <param name="replicas">The number of replicas besides the first source.</param>
    public ReplicaFixture(LoopbackFeatures features, int replicas = 1)
        : this(new LoopbackOptions { Features = features, Shaping = Slow }, [.. Enumerable.Repeat(new LoopbackOptions { Features = features, Shaping = GetFixture.Capped }, replicas)])
    {
    }

    public ReplicaFixture(LoopbackOptions primary, params LoopbackOptions[] replicas)
    {
        Get = new GetFixture(primary) { Adjust = request => Adjust(request with { Items = [Item] }) };
        Get.Server.Files.AddSynthetic(GetFixture.Remote, Length);
        foreach (var options in replicas)
        {
            var server = LoopbackServer.Start(options);
            _replicas.Add(server);
            // Another time of the file: times may differ.
            server.Files.Add(GetFixture.Remote, Content, LoopbackTree.DefaultModifiedUtc.AddDays(3));
        }
    }

    public GetFixture Get { get; }

    public FileContent Content => Get.Server.Files[GetFixture.Remote].Content;

    /// <summary>The first replica.</summary>
    public LoopbackServer Replica => _replicas[0];

    public IReadOnlyList<LoopbackServer> Replicas => _replicas;

    /// <summary>Adjusts every request.</summary>
    public Func<TransferRequest, TransferRequest> Adjust { get; set; } = request => request;

    public TransferItem Item => Get.Item() with { Sources = [.. Get.Item().Sources, .. _replicas.Select(SourceOf)] };

    /// <summary>The notices about replicas.</summary>
    public IReadOnlyList<string> ReplicaNotices => Get.Notices(NoticeKind.Replica);

    /// <summary>The first source as named in messages.</summary>
    public string FirstName => Item.Sources[0].ToString();

    /// <summary>The first replica as named in messages.</summary>
    public string ReplicaName => SourceOf(Replica).ToString();

    /// <summary>
    /// Whether a seam with the first source revealed the replica's wrong bytes; a wrong byte may lie at a seam by chance.
    /// </summary>
    public bool IsFoundAtSeam => ReplicaNotices.Any(sentence => sentence.StartsWith($"{ReplicaName} is no longer used: it gives other bytes", StringComparison.Ordinal));

    /// <summary>Creates servers of equal speed, so that no run waits for a replica's bytes.</summary>
    /// <param name="replicas">The number of replicas.</param>
    /// <param name="ofReplica">A fault of each replica; null for none.</param>
    public static ReplicaFixture AsFast(int replicas, Fault? ofReplica = null)
    {
        var options = new LoopbackOptions { Shaping = GetFixture.Capped };
        var faults = ofReplica is null ? options.Faults : FaultPlan.Of(ofReplica);
        return new ReplicaFixture(options, [.. Enumerable.Repeat(options with { Faults = faults }, replicas)]);
    }

    /// <summary>
    /// Creates a first source that sends 500 KB/s per stream until each replica has sent its share of some MiB, and is <see
    /// cref="GetFixture.Capped"/> for each later stream.
    /// </summary>
    public static ReplicaFixture WithSlowFirst(LoopbackFeatures features = LoopbackFeatures.Usual, int replicas = 1)
    {
        var options = new LoopbackOptions { Features = features };
        return WithSlowFirst(options, [.. Enumerable.Repeat(options, replicas)]);
    }

    /// <summary>Creates the same with servers of different kinds; replicas are <see cref="GetFixture.Capped"/>.</summary>
    public static ReplicaFixture WithSlowFirst(LoopbackOptions primary, params LoopbackOptions[] replicas)
    {
        ReplicaFixture? fixture = null;
        var shape = new LinkShape { BytesPerSecondOf = _ => fixture!.Replicas.Any(replica => replica.Log.BytesSent < EnoughOfReplicas / replicas.Length) ? 500_000 : GetFixture.Capped.BytesPerSecond };
        return fixture = new ReplicaFixture(primary with { Shaping = shape }, [.. replicas.Select(replica => replica with { Shaping = GetFixture.Capped })]);
    }

    /// <summary>
    /// Creates a first source that sends 500 KB/s per stream until a notice about a replica appears, and is <see
    /// cref="GetFixture.Capped"/> for each later stream: a busy machine asks a replica late. Replicas are <see cref="GetFixture.Capped"/>.
    /// </summary>
    public static ReplicaFixture SlowUntilTold(LoopbackOptions primary, LoopbackOptions replica)
    {
        ReplicaFixture? fixture = null;
        var shape = new LinkShape { BytesPerSecondOf = _ => fixture!.ReplicaNotices.Count == 0 ? 500_000 : GetFixture.Capped.BytesPerSecond };
        return fixture = new ReplicaFixture(primary with { Shaping = shape }, replica with { Shaping = GetFixture.Capped });
    }

    public static TransferSource SourceOf(LoopbackServer server) =>
        new(new FtpEndpoint("127.0.0.1", server.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText(GetFixture.Remote, FtpCharsets.Utf8));

    /// <summary>Accepts bytes of replicas without verification.</summary>
    public static TransferRequest Trusting(TransferRequest request) => request with { TrustReplicas = true };

    /// <summary>Requests verification by the SHA-256 of the first source's current content.</summary>
    public TransferRequest Given(TransferRequest request) => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, Get.Server.Files.Sha256Of(GetFixture.Remote))) };

    /// <summary>
    /// Replaces the first source's file, and requests verification by the digest of the replaced one. Returns the replaced content.
    /// </summary>
    public FileContent MakeFirstWrong(FileContent wrong)
    {
        var right = Content;
        var digest = Get.Server.Files.Sha256Of(GetFixture.Remote);
        Adjust = request => request with { Verify = Verification.By(new GivenDigest(HashKind.Sha256, digest)) };
        Get.Server.Files.ReplaceByRename(GetFixture.Remote, wrong);
        return right;
    }

    /// <summary>Returns the file with other bytes at these offsets.</summary>
    public FileContent Altered(params long[] places) => places.Aggregate(Content, static (content, place) =>
    {
        var there = new byte[1];
        content.Read(place, there);
        return content.WithFlatRegion(place, place + 1, (byte)(there[0] ^ 0x5A));
    });

    /// <summary>Returns the file with a wrong byte in every MiB: every range of this content is wrong.</summary>
    public FileContent AlteredEverywhere() => Altered([.. Enumerable.Range(0, (int)(Length >> 20)).Select(mib => ((long)mib << 20) + 500_000)]);

    /// <summary>Replaces the first replica's file.</summary>
    public void Replace(FileContent content) => Replica.Files.ReplaceByRename(GetFixture.Remote, content);

    /// <summary>
    /// Starts a get whose first replica stalls after twice this many bytes of each RETR, and stops it when this many have arrived from there:
    /// the run cannot be complete by then.
    /// </summary>
    public async Task StopAfterAsync(int streams, long bytesOfReplica)
    {
        Replica.Inject(Fault.OnRetr().StallAfter(2 * bytesOfReplica));
        using var stop = new CancellationTokenSource();
        var run = Get.GetAsync(streams, stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || Arrived() >= bytesOfReplica);
        await stop.CancelAsync();
        await run;
        Replica.ClearFaults();

        // At least: the first source has sent all that did not come from the replica, and some of it may still be in flight.
        long Arrived() =>
            Get.Events.OfType<TransferEvent.Progress>().Select(progress => progress.Snapshot.BytesFetched).DefaultIfEmpty(0).Max() - Get.Server.Log.BytesSent;
    }

    /// <summary>Gets the file and asserts that it equals the first source's content.</summary>
    public async Task GetCompleteAsync(int? streams)
    {
        await Get.GetAsync(streams);
        await AssertIsCompleteAsync();
    }

    /// <summary>Asserts that one notice about a replica contains all these words.</summary>
    public void AssertNotice(params string[] words) =>
        Get.Check(ReplicaNotices.Any(sentence => words.All(word => sentence.Contains(word, StringComparison.Ordinal))), $"The user should be told: {string.Join(" … ", words)}.{Environment.NewLine}{Traces}");

    public void Check(bool condition, string complaint) => Get.Check(condition, $"{complaint}{Environment.NewLine}{Traces}");

    /// <summary>Asserts that every replica received a RETR.</summary>
    public void AssertReplicasGave() => Check(Replicas.All(replica => replica.Log.Retrievals.Count > 0), "The replica should have given bytes.");

    /// <summary>Asserts that the file equals the first source's content.</summary>
    public async Task AssertIsCompleteAsync()
    {
        if (Get.Result.Failure is not null) Check(false, "The get should have succeeded.");
        await Get.AssertIsCompleteAsync();
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var server in _replicas) await server.DisposeAsync();
        await Get.DisposeAsync();
    }

    private string Traces => string.Join(Environment.NewLine, _replicas.Select(server => $"replica {server.EndPoint}:{Environment.NewLine}{server.Log}"));
}
