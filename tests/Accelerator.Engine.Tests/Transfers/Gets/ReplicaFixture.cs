namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>A file at one server, its replicas at others, and gets that may use them all.</summary>
internal sealed class ReplicaFixture : IAsyncDisposable
{
    /// <summary>Long enough for several ranges at each, and just long enough for a journal.</summary>
    public const long Length = TransferItem.LeastJournalled;

    /// <summary>The given SHA-256 decides, as <see cref="FileResult.VerifiedBy"/> names it.</summary>
    public const string ByDigest = "the given SHA-256";

    // Several seams, and less than a half of the file.
    private const long EnoughOfReplicas = 3 << 20;

    /// <summary>4 MB/s for each data connection: replicas have shown what they hold long before the first source alone has brought the file.</summary>
    public static LinkShape Slow { get; } = new() { BytesPerSecond = 4_000_000 };

    private readonly List<LoopbackServer> _replicas = [];

    /// <param name="features">What all servers can do.</param>
    /// <param name="replicas">How many there are beside the first one.</param>
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
            // Another time: that may differ.
            server.Files.Add(GetFixture.Remote, Content, LoopbackTree.DefaultModifiedUtc.AddDays(3));
        }
    }

    public GetFixture Get { get; }

    public FileContent Content => Get.Server.Files[GetFixture.Remote].Content;

    /// <summary>The first replica.</summary>
    public LoopbackServer Replica => _replicas[0];

    public IReadOnlyList<LoopbackServer> Replicas => _replicas;

    /// <summary>Changes every request.</summary>
    public Func<TransferRequest, TransferRequest> Adjust { get; set; } = request => request;

    public TransferItem Item => Get.Item() with { Sources = [.. Get.Item().Sources, .. _replicas.Select(SourceOf)] };

    /// <summary>What the user was told of replicas.</summary>
    public IReadOnlyList<string> Told => Get.Notices(NoticeKind.Replica);

    /// <summary>The first source as messages name it.</summary>
    public string FirstName => Item.Sources[0].ToString();

    /// <summary>The first replica as messages name it.</summary>
    public string ReplicaName => SourceOf(Replica).ToString();

    /// <summary>Whether replicas were found out where a byte of theirs met one of the first source's: one may lie at a seam by chance.</summary>
    public bool IsFoundAtSeam => Told.Any(sentence => sentence.StartsWith($"{ReplicaName} is no longer used: it gives other bytes", StringComparison.Ordinal));

    /// <summary>Servers of which the first is no slower than the others: no replica's bytes are waited for.</summary>
    /// <param name="replicas">The number of replicas.</param>
    /// <param name="ofReplica">A fault of each replica; null for none.</param>
    public static ReplicaFixture AsFast(int replicas, Fault? ofReplica = null)
    {
        var options = new LoopbackOptions { Shaping = GetFixture.Capped };
        var faults = ofReplica is null ? options.Faults : FaultPlan.Of(ofReplica);
        return new ReplicaFixture(options, [.. Enumerable.Repeat(options with { Faults = faults }, replicas)]);
    }

    /// <summary>A first source that brings 500 KB/s by each stream until each replica has sent its part of some MiB, and <see cref="GetFixture.Capped"/> by each later one.</summary>
    public static ReplicaFixture WithSlowFirst(LoopbackFeatures features = LoopbackFeatures.Usual, int replicas = 1)
    {
        var options = new LoopbackOptions { Features = features };
        return WithSlowFirst(options, [.. Enumerable.Repeat(options, replicas)]);
    }

    /// <summary>The same with servers of different kinds; replicas are <see cref="GetFixture.Capped"/>.</summary>
    public static ReplicaFixture WithSlowFirst(LoopbackOptions primary, params LoopbackOptions[] replicas)
    {
        ReplicaFixture? fixture = null;
        var shape = new LinkShape { BytesPerSecondOf = _ => fixture!.Replicas.Any(replica => replica.Log.BytesSent < EnoughOfReplicas / replicas.Length) ? 500_000 : GetFixture.Capped.BytesPerSecond };
        return fixture = new ReplicaFixture(primary with { Shaping = shape }, [.. replicas.Select(replica => replica with { Shaping = GetFixture.Capped })]);
    }

    public static TransferSource SourceOf(LoopbackServer server) =>
        new(new FtpEndpoint("127.0.0.1", server.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText(GetFixture.Remote, FtpCharsets.Utf8));

    /// <summary>Lets replicas give bytes that nothing proves.</summary>
    public static TransferRequest Trusting(TransferRequest request) => request with { TrustReplicas = true };

    /// <summary>Gives the SHA-256 of what the first source holds now.</summary>
    public TransferRequest Given(TransferRequest request) => request with { Verify = new Verification(VerifyMode.Sha256, Get.Server.Files.Sha256Of(GetFixture.Remote)) };

    /// <summary>The first server gets another file, and the digest of the one that it had is given. Returns that one.</summary>
    public FileContent MakeFirstWrong(FileContent wrong)
    {
        var right = Content;
        var digest = Get.Server.Files.Sha256Of(GetFixture.Remote);
        Adjust = request => request with { Verify = new Verification(VerifyMode.Sha256, digest) };
        Get.Server.Files.ReplaceByRename(GetFixture.Remote, wrong);
        return right;
    }

    /// <summary>The same file with other bytes in places.</summary>
    public FileContent Altered(params long[] places) => places.Aggregate(Content, static (content, place) =>
    {
        var there = new byte[1];
        content.Read(place, there);
        return content.WithFlatRegion(place, place + 1, (byte)(there[0] ^ 0x5A));
    });

    /// <summary>The same file with another byte in every MiB: whatever range comes from here is wrong.</summary>
    public FileContent AlteredEverywhere() => Altered([.. Enumerable.Range(0, (int)(Length >> 20)).Select(mib => ((long)mib << 20) + 500_000)]);

    /// <summary>The first replica holds this.</summary>
    public void Replace(FileContent content) => Replica.Files.ReplaceByRename(GetFixture.Remote, content);

    /// <summary>Starts a get, and stops it when the first replica has sent so many bytes.</summary>
    public async Task StopAfterAsync(int streams, long bytesOfReplica)
    {
        using var stop = new CancellationTokenSource();
        var run = Get.GetAsync(streams, stop.Token);
        await Task.WhenAny(Replica.Log.WaitForAsync(log => log.BytesSent >= bytesOfReplica, CancellationToken.None), run);
        await stop.CancelAsync();
        await run;
    }

    /// <summary>Gets the file, which is then what the first source holds.</summary>
    public async Task GetCompleteAsync(int? streams)
    {
        await Get.GetAsync(streams);
        await AssertIsCompleteAsync();
    }

    /// <summary>One sentence about a replica has all these words.</summary>
    public void AssertTold(params string[] words) =>
        Get.Check(Told.Any(sentence => words.All(word => sentence.Contains(word, StringComparison.Ordinal))), $"The user should be told: {string.Join(" … ", words)}.{Environment.NewLine}{Traces}");

    public void Check(bool condition, string complaint) => Get.Check(condition, $"{complaint}{Environment.NewLine}{Traces}");

    /// <summary>A replica gave bytes, or all of them did.</summary>
    public void AssertReplicasGave() => Check(Replicas.All(replica => replica.Log.Retrievals.Count > 0), "The replica should have given bytes.");

    /// <summary>The file is what the first source holds.</summary>
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
