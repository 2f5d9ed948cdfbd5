using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>A file at one server, its replicas at others, and gets that may use them all.</summary>
internal sealed class ReplicaHarness : IAsyncDisposable
{
    /// <summary>Long enough for several ranges at each, and for a journal.</summary>
    public const long Length = 24 << 20;

    /// <summary>4 MB/s for each data connection: replicas have shown what they hold long before the first source alone has brought the file.</summary>
    public static LinkShape Slow { get; } = new() { BytesPerSecond = 4_000_000 };

    private readonly List<LoopbackServer> _replicas = [];

    /// <param name="features">What all servers can do.</param>
    /// <param name="replicas">How many there are beside the first one.</param>
    public ReplicaHarness(LoopbackFeatures features, int replicas = 1)
        : this(new LoopbackOptions { Features = features, Shaping = Slow }, [.. Enumerable.Repeat(new LoopbackOptions { Features = features, Shaping = GetHarness.Capped }, replicas)])
    {
    }

    public ReplicaHarness(LoopbackOptions primary, params LoopbackOptions[] replicas)
    {
        Get = new GetHarness(primary) { Adjust = request => Adjust(request with { Items = [Item] }) };
        Get.Server.Files.AddSynthetic(GetHarness.Remote, Length);
        foreach (var options in replicas)
        {
            var server = LoopbackServer.Start(options);
            _replicas.Add(server);
            // Another time: that may differ.
            server.Files.Add(GetHarness.Remote, Content, LoopbackTree.DefaultModifiedUtc.AddDays(3));
        }
    }

    public GetHarness Get { get; }

    public FileContent Content => Get.Server.Files[GetHarness.Remote].Content;

    /// <summary>The first replica.</summary>
    public LoopbackServer Replica => _replicas[0];

    public IReadOnlyList<LoopbackServer> Replicas => _replicas;

    /// <summary>Changes every request.</summary>
    public Func<TransferRequest, TransferRequest> Adjust { get; set; } = request => request;

    public TransferItem Item => Get.Item() with { Sources = [.. Get.Item().Sources, .. _replicas.Select(SourceOf)] };

    /// <summary>What the user was told of replicas.</summary>
    public IReadOnlyList<string> Told => Get.Notices(NoticeKind.Replica);

    public static TransferSource SourceOf(LoopbackServer server) =>
        new(new FtpEndpoint("127.0.0.1", server.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText(GetHarness.Remote, FtpCharsets.Utf8));

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
    public void Replace(FileContent content) => Replica.Files.ReplaceByRename(GetHarness.Remote, content);

    /// <summary>One sentence about a replica has all these words.</summary>
    public void AssertTold(params string[] words) =>
        Get.Check(Told.Any(sentence => words.All(word => sentence.Contains(word, StringComparison.Ordinal))), $"The user should be told: {string.Join(" … ", words)}.{Environment.NewLine}{Traces}");

    public void Check(bool condition, string complaint) => Get.Check(condition, $"{complaint}{Environment.NewLine}{Traces}");

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
