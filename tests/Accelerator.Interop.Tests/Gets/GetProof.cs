using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Interop.Tests.Servers;
using Accelerator.TestKit;

namespace Accelerator.Interop.Tests.Gets;

/// <summary>What a get must do with every server; each server's tests call it with that server.</summary>
internal static class GetProof
{
    public const long Big = 64 << 20;

    private const long Sample = 64 << 10;

    /// <summary>Whole seconds: MDTM tells no more. Neither now nor a round number.</summary>
    private static readonly DateTime Modified = new(2021, 3, 4, 5, 6, 7, DateTimeKind.Utc);

    /// <summary>Cancels a test that hangs.</summary>
    public static CancellationTokenSource Deadline() => new(TimeSpan.FromSeconds(90));

    /// <summary>Bytes a second for each connection at which <see cref="Big"/> takes a good second, so that each of several streams gets its turn.</summary>
    public static int? RateFor(int streams) => streams == 1 ? null : (int)(Big / streams);

    public static async Task<string> PutAsync(FtpServerProcess server, string path, long length, CancellationToken cancellationToken)
    {
        var hash = await server.PutAsync(path, length, seed: (int)length, cancellationToken);
        File.SetLastWriteTimeUtc(Path.Combine(server.Root, path), Modified);
        return hash;
    }

    /// <summary>The file, its time stamp, no more sessions than streams, no more bytes than the file and its seams.</summary>
    public static async Task BringsABigFileAsync(FtpServerProcess server, int? streams, Func<TransferRequest, TransferRequest> adjust, CancellationToken cancellationToken)
    {
        var hash = await PutAsync(server, "folder/big.bin", Big, cancellationToken);
        using var bench = new GetBench(server);
        var outcome = await GetBench.RunAsync(adjust(bench.Request("folder/big.bin") with { Streams = streams }), cancellationToken);

        outcome.AssertSucceeded();
        await AssertIsAsync(bench, "folder/big.bin", hash, cancellationToken);
        Assert.Equal(["big.bin"], bench.LocalNames);
        Assert.InRange(outcome.Sent("USER"), 1, streams ?? 16);
        await AssertServerSawAsync(server, outcome, "RETR", cancellationToken);
        await AssertServerSawAsync(server, outcome, "PASS", cancellationToken);

        // Every seam costs a sample below it or above it, and a stream whose range was cut may have a block under way.
        Assert.InRange(outcome.File.BytesFetched, Big, Big + (outcome.Sent("RETR") * 2 * Sample));
        if (!outcome.File.ProvenBy.StartsWith("HASH", StringComparison.Ordinal)) Assert.Equal(streams is 1 ? "length" : "length and seams", outcome.File.ProvenBy);
        if (streams is not { } wanted) return;
        Assert.Equal(wanted, outcome.File.PeakStreams);
        Assert.Equal(wanted, outcome.Sent("USER"));
        if (wanted == 1) Assert.Equal((1, 0), (outcome.Sent("RETR"), outcome.Sent("REST")));
    }

    /// <summary>
    /// Many files that a listing has told of: one RETR each and no question but for the time, where the listing did not tell it. Whether the server answers what is sent during a transfer after
    /// it is found out once, and costs nobody a file.
    /// </summary>
    public static async Task BringsListedFilesAsync(FtpServerProcess server, bool answersBehind, CancellationToken cancellationToken)
    {
        const int Files = 60;
        var hashes = new List<string>();
        for (var i = 0; i < Files; i++) hashes.Add(await PutAsync(server, $"file-{i}", 100_000 + i, cancellationToken));
        using var bench = new GetBench(server);
        using var memory = new TempFolder();
        var sites = new SiteMemory(memory.Path, TimeProvider.System);
        var request = bench.Request(Enumerable.Range(0, Files).Select(i => $"file-{i}")) with { Streams = 4, Sites = sites };
        request = request with { Items = [.. request.Items.Select((item, i) => item with { Listed = new ListedFacts(100_000 + i, i % 2 == 0 ? "20210304050607" : null) })] };
        var outcome = await GetBench.RunAsync(request, cancellationToken);

        outcome.AssertSucceeded();
        for (var i = 0; i < Files; i++) await AssertIsAsync(bench, $"file-{i}", hashes[i], cancellationToken);
        if (answersBehind) Assert.Equal((0, Files / 2), (outcome.Sent("SIZE") + outcome.Sent("FEAT"), outcome.Sent("MDTM")));
        // A transfer that ended for the command behind it is made again, and shows its seam.
        Assert.InRange(outcome.Sent("RETR"), Files, answersBehind ? Files : Files + 4);
        var known = await sites.ReadAsync(SiteKey.Of(bench.Endpoint, server.User), cancellationToken);
        Assert.Equal(answersBehind, known.Record?.Facts.BehindWorks?.Value);
    }

    /// <summary>Many sizes in one request, the ones around a sample's and a block's length among them.</summary>
    public static async Task BringsSmallFilesAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        long[] sizes = [1, 999, Sample - 1, Sample, Sample + 1, (1 << 20) - 1, (1 << 20) + 1, 5_000_000];
        var files = new Dictionary<string, string>();
        foreach (var size in sizes) files[$"file-{size}"] = await PutAsync(server, $"file-{size}", size, cancellationToken);

        using var bench = new GetBench(server);
        var outcome = await GetBench.RunAsync(bench.Request(files.Keys) with { Streams = 4 }, cancellationToken);

        outcome.AssertSucceeded();
        foreach (var (path, hash) in files) await AssertIsAsync(bench, path, hash, cancellationToken);
        Assert.Equal(sizes, outcome.Result.Files.Select(file => file.Size));
        Assert.Equal(files.Keys.Order(), bench.LocalNames);
        Assert.InRange(outcome.Sent("USER"), 1, 4);
    }

    public static async Task BringsAnEmptyFileAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        var hash = await PutAsync(server, "empty", 0, cancellationToken);
        using var bench = new GetBench(server);
        var outcome = await GetBench.RunAsync(bench.Request("empty"), cancellationToken);

        outcome.AssertSucceeded();
        await AssertIsAsync(bench, "empty", hash, cancellationToken);
        Assert.Equal(["empty"], bench.LocalNames);
        Assert.Equal(0, outcome.File.Size);
        Assert.Equal(0, outcome.File.BytesFetched);
    }

    /// <summary>A missing file and a folder end as "not found", say which it is, and leave nothing behind.</summary>
    public static async Task TellsWhatIsNoFileAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await PutAsync(server, "folder/here", 10, cancellationToken);
        using var bench = new GetBench(server);

        var missing = await GetBench.RunAsync(bench.Request("folder/missing") with { Streams = 4 }, cancellationToken);
        missing.AssertFailed(FailureKind.NotFound);
        Assert.Contains("folder/missing", missing.File.Message);
        Assert.Contains("was not found: 550", missing.File.Message);

        var folder = await GetBench.RunAsync(bench.Request("folder") with { Streams = 4 }, cancellationToken);
        folder.AssertFailed(FailureKind.NotFound);
        Assert.Contains("is a directory", folder.File.Message);

        Assert.Empty(bench.LocalNames);
        Assert.Equal(0, missing.Sent("RETR") + folder.Sent("RETR"));
    }

    /// <summary>One try, not one for each stream: servers lock accounts and ban addresses.</summary>
    public static async Task TriesAWrongPasswordOnceAsync(FtpServerProcess server, CancellationToken cancellationToken)
    {
        await PutAsync(server, "a", 10, cancellationToken);
        using var bench = new GetBench(server) { Credential = new FtpCredential(server.User, "wrong") };
        var outcome = await GetBench.RunAsync(bench.Request("a") with { Streams = 8 }, cancellationToken);

        outcome.AssertFailed(FailureKind.Login);
        Assert.Contains("530", outcome.File.Message);
        Assert.Equal(1, outcome.Sent("PASS"));
        await AssertServerSawAsync(server, outcome, "PASS", cancellationToken);
        Assert.Empty(bench.LocalNames);
    }

    /// <summary>Eight streams are asked for and the server lets fewer work: the file comes, and the user is told.</summary>
    /// <param name="most">Streams that can receive at once.</param>
    /// <param name="refusal">The reply that says so.</param>
    public static async Task LivesWithALimitAsync(FtpServerProcess server, int most, int refusal, CancellationToken cancellationToken)
    {
        var hash = await PutAsync(server, "big.bin", Big, cancellationToken);
        using var bench = new GetBench(server);
        var outcome = await GetBench.RunAsync(bench.Request("big.bin") with { Streams = 8 }, cancellationToken);

        outcome.AssertSucceeded();
        await AssertIsAsync(bench, "big.bin", hash, cancellationToken);
        Assert.InRange(outcome.File.PeakStreams, 1, most);
        Assert.NotEmpty(outcome.Notices(NoticeKind.ServerLimit));
        // The streams above the limit are refused once each while they arrive together; then the gate is shut for 15 s.
        Assert.InRange(outcome.Received(refusal), 1, 8);
        Assert.Empty(outcome.Notices(NoticeKind.RestNotHonoured));
    }

    /// <summary>Stopped half-way, the second run fetches what the first had not made durable, and no more.</summary>
    public static async Task ContinuesAfterACancelAsync(FtpServerProcess server, CancellationToken cancellationToken, SiteMemory? sites = null)
    {
        var hash = await PutAsync(server, "big.bin", Big, cancellationToken);
        using var bench = new GetBench(server);
        var request = bench.Request("big.bin") with { Streams = 4, Sites = sites };

        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var first = await GetBench.RunAsync(request, stop.Token, value =>
        {
            if (value is TransferEvent.Progress { Snapshot.BytesDone: > Big / 2 }) stop.Cancel();
        });
        first.AssertFailed(FailureKind.Cancelled);
        Assert.True(first.File.CanResume, first.Tell());
        Assert.Equal(["big.bin.part", "big.bin.part.journal"], bench.LocalNames);

        var second = await GetBench.RunAsync(request, cancellationToken);
        second.AssertSucceeded();
        await AssertIsAsync(bench, "big.bin", hash, cancellationToken);
        Assert.Equal(["big.bin"], bench.LocalNames);
        Assert.Single(second.Notices(NoticeKind.Resumed));
        // A stop by the user makes everything durable first: nothing but samples is fetched twice.
        Assert.InRange(second.File.BytesReused, Big / 2, Big - 1);
        Assert.InRange(first.File.BytesFetched + second.File.BytesFetched, Big, Big + ((first.Sent("RETR") + second.Sent("RETR")) * 2 * Sample));
    }

    private static async Task AssertIsAsync(GetBench bench, string path, string hash, CancellationToken cancellationToken)
    {
        Assert.Equal(hash, await RandomFile.HashAsync(bench.Target(path), cancellationToken));
        Assert.Equal(Modified, File.GetLastWriteTimeUtc(bench.Target(path)));
    }

    /// <summary>The server's own log counts what our trace counts. It is written when a command is done, which may be a little later.</summary>
    private static async Task AssertServerSawAsync(FtpServerProcess server, GetOutcome outcome, string verb, CancellationToken cancellationToken)
    {
        if (server is PureFtpdServer or FtpxServer) return;
        while (server.CountCommands(verb) < outcome.Sent(verb)) await Task.Delay(TimeSpan.FromMilliseconds(20), cancellationToken);
        Assert.Equal(outcome.Sent(verb), server.CountCommands(verb));
    }
}
