using Accelerator.Engine.Tests.Transfers.Files;

namespace Accelerator.Engine.Tests.Transfers.Paths;

/// <summary>One server over two local addresses: both deliver, and a path that fails loses its share and nothing else.</summary>
public sealed class SeveralPathsTests
{
    private const long MiB = 1 << 20;

    private static readonly IPAddress A = PathsFixture.A;
    private static readonly IPAddress B = PathsFixture.B;

    [Fact]
    public async Task The_facts_of_each_path_are_remembered_separately()
    {
        // Slow enough that a busy machine logs in on the second path before the first has brought everything.
        await using var get = PathsFixture.Get(12 * MiB, _ => 2_000_000);
        var memory = SiteSamples.Memory(get.Folder.File("sites"));
        get.Adjust = request => request with { LocalPaths = PathsFixture.Both, Sites = memory };

        await get.GetAsync(null);

        var records = (await memory.ListAsync(default)).Records;
        Assert.Equal(["127.0.0.2", "127.0.0.3"], records.Select(record => record.Key.Path));
        Assert.All(records, record => Assert.NotNull(record.Facts.RoundTrip));
    }

    [Fact]
    public async Task In_the_trace_each_connection_has_a_number_of_its_own()
    {
        var lines = new ConcurrentQueue<FtpTraceLine>();
        await using var get = PathsFixture.Get(8 * MiB, _ => 1_500_000);
        get.Adjust = request => request with { LocalPaths = PathsFixture.Both, Trace = lines.Enqueue };

        await get.GetAsync(4);

        var connections = lines.GroupBy(line => line.Session).ToList();
        Assert.All(connections, connection => Assert.Single(connection, line => line.FromServer && line.Text.StartsWith("220 ", StringComparison.Ordinal)));
        Assert.Equal(Enumerable.Range(1, connections.Count), connections.Select(connection => connection.Key));
        Assert.True(connections.Count >= 4);
    }

    [Fact]
    public async Task Servers_of_different_files_have_each_the_number_of_streams_that_was_given()
    {
        await using var other = LoopbackServer.Start();
        await using var get = PathsFixture.Get(4 * MiB, _ => null);
        get.Adjust = request => request;
        other.Files.AddText("/other.txt", "content");
        var item = new TransferItem
        {
            Sources = [new TransferSource(new FtpEndpoint("127.0.0.1", other.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, FtpPath.FromText("/other.txt", FtpCharsets.Utf8))],
            TargetPath = get.Folder.File("other.txt"),
        };

        await get.GetAsync(1, get.Item(), item);

        Assert.All(get.Results.Files, file => Assert.Null(file.Failure));
    }

    [Fact]
    public async Task A_path_for_which_no_stream_is_left_is_named()
    {
        await using var get = PathsFixture.Get(4 * MiB, _ => null);

        await get.GetCompleteAsync(1);
        get.Check(get.Notices(NoticeKind.Path).Any(notice => notice.Contains("Nothing was downloaded by 127.0.0.3", StringComparison.Ordinal)), "It should have been told.");
    }

    // The streams of the fast path are a window ahead for some 5 s, twice as long as a path may be silent while another one flows.
    [Fact]
    public async Task A_path_whose_streams_wait_for_the_reader_of_an_output_is_not_silent()
    {
        using var output = new RecordedOutput();
        await using var get = PathsFixture.Get(12 * MiB, address => address.Equals(A) ? 12_000_000 : 200_000);

        await get.GetAsync(4, get.Item() with { Output = output, OutputWindow = 8 * MiB });

        get.Check(get.Result.Failure is null && output.Bytes.Length == 12 * MiB, "The output is not complete.");
        get.Check(!get.Notices(NoticeKind.Path).Any(notice => notice.Contains("No data arrived", StringComparison.Ordinal)), "A path that waits was taken for a silent one.");
    }

    [Fact]
    public async Task A_number_of_streams_is_that_of_all_paths_together()
    {
        await using var get = PathsFixture.Get(12 * MiB, _ => 3_000_000);

        await get.GetCompleteAsync(6);
        Assert.InRange(get.Server.Log.PeakControlConnections, 2, 6);
    }

    [Theory]
    [Each(8, null)]
    public async Task A_path_that_is_cut_in_the_middle_loses_its_share_and_nothing_else(int? streams)
    {
        // The other path still flows when this one is found silent, and a second of the clock is two: a busy machine holds a path up for one.
        await using var get = PathsFixture.Get(48 * MiB, _ => 3_000_000);
        get.Time = new QuickTime(0.5);
        var run = get.GetAsync(streams);
        await GetFixture.UntilAsync(() => run.IsCompleted || (get.Server.Log.BytesSent > 8 * MiB && PathsFixture.By(get, B) > MiB));
        get.Server.Freeze(B);

        await run;

        await get.AssertIsCompleteAsync();
        get.Check(get.Notices(NoticeKind.Path).Count(notice => notice.Contains("by 127.0.0.3", StringComparison.Ordinal)) == 1, "The dead path should have been named once.");
        get.Check(get.Result.BytesFetched < 52 * MiB, $"{get.Result.BytesFetched} bytes were fetched for {48 * MiB}: what the dead path had brought was to be kept.");
        // Once a path is silent, no query is sent over its idle sessions.
        get.Check(!get.Notices(NoticeKind.Retry).Any(notice => notice.Contains("no complete answer", StringComparison.Ordinal)), "A range was asked for on the dead path.");
    }

    [Fact]
    public async Task A_path_that_is_cut_while_its_streams_wait_for_an_answer_does_not_hold_their_ranges()
    {
        await using var get = PathsFixture.Get(24 * MiB, _ => 3_000_000, latency: TimeSpan.FromMilliseconds(200));
        // Five seconds without a reply are too many, although the limit for a reply is one minute.
        get.Time = new QuickTime(5);
        get.Timeouts = GetFixture.AllOf(TimeSpan.FromMinutes(1));
        var run = get.GetAsync(2);
        // RETR is sent and not answered: the first byte arrives after the latency.
        await get.Server.Log.WaitForAsync(log => log.Transfers.Any(transfer => transfer.ControlPeer.Address.Equals(B)), CancellationToken.None);
        get.Server.Freeze(B);

        await run;

        await get.AssertIsCompleteAsync();
        get.Check(get.Notices(NoticeKind.Path).Any(notice => notice.Contains("by 127.0.0.3", StringComparison.Ordinal)), "The dead path should have been named.");
    }

    [Fact]
    public async Task A_path_that_comes_back_gets_its_share_back()
    {
        await using var get = PathsFixture.Get(60 * MiB, _ => 3_000_000);
        var run = get.GetAsync(6);
        await get.Server.Log.WaitForAsync(log => log.BytesSent > 4 * MiB, CancellationToken.None);
        get.Server.Freeze(B);
        await GetFixture.UntilAsync(
            () => get.Notices(NoticeKind.Path).Any(notice => notice.Contains("by 127.0.0.3", StringComparison.Ordinal)) || run.IsCompleted);
        var before = PathsFixture.By(get, B);
        get.Server.Thaw(B);

        await run;

        await get.AssertIsCompleteAsync();
        get.Check(PathsFixture.By(get, B) > before + (4 * MiB), $"It brought {PathsFixture.By(get, B) - before} bytes after it had come back.");
        get.Check(get.Notices(NoticeKind.Path).Any(notice => notice.Contains("work again", StringComparison.Ordinal)), "It should have been told that the path is back.");
    }

    [Fact]
    public async Task A_path_that_carries_no_data_is_reported_and_delays_no_stream()
    {
        await using var get = PathsFixture.Get(20 * MiB, _ => 12_000_000);
        get.Time = new QuickTime(4);
        get.Server.Freeze(B);

        await get.GetCompleteAsync(4);
        get.Check(get.Notices(NoticeKind.Path).Any(notice => notice.Contains("by 127.0.0.3", StringComparison.Ordinal)), "The path should have been named.");
        Assert.Equal(0, PathsFixture.By(get, B));
    }

    [Fact]
    public async Task An_address_that_is_not_this_computers_is_named_and_the_other_path_brings_the_file()
    {
        await using var get = PathsFixture.Get(16 * MiB, _ => null);
        get.Adjust = request => request with { LocalPaths = [LocalPath.Of(IPAddress.Parse("203.0.113.7")), LocalPath.Of(A)] };

        await get.GetCompleteAsync();
        get.Check(get.Notices(NoticeKind.Path).Any(notice => notice.Contains("by 203.0.113.7", StringComparison.Ordinal)), "The path should have been named.");
    }

    [Fact]
    public async Task With_no_path_left_the_file_fails_as_it_does_with_one()
    {
        await using var get = PathsFixture.Get(16 * MiB, _ => null);
        get.Adjust = request => request with { LocalPaths = [LocalPath.Of(IPAddress.Parse("203.0.113.7")), LocalPath.Of(IPAddress.Parse("203.0.113.8"))] };

        await get.GetRefusedAsync(8, FailureKind.Network, "203.0.113");
    }
}
