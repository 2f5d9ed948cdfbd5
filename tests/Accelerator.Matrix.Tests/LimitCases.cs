namespace Accelerator.Matrix.Tests;

/// <summary>Section 4.1 of the fault matrix, T-LIM: limits that are reached, lowered and lifted, and bans.</summary>
public sealed class LimitCases
{
    [Theory]
    [InlineData(1, 1)]
    [InlineData(5, 8)]
    public async Task T_LIM_1_too_many_transfers_costs_no_retry(int allowed, int streams)
    {
        await using var it = new FaultFixture(new LoopbackOptions
        {
            MaxConnections = allowed, LimitPoint = LimitPoint.Retr451, Shaping = new LinkShape { BytesPerSecond = 1_500_000 },
        });
        it.Serve(FaultFixture.Big, 2 * FaultFixture.Length);
        await it.GetRightAsync(streams);
        it.AssertNotSaid("Trying again");
        it.Check(it.Server.Log.PeakTransfers == allowed, "Not as many ran at once as the server allows.");
        if (streams == 1) return;
        it.AssertRefusals(6);
        it.AssertSaid("allows only 5 connections");
    }

    [Fact]
    public async Task T_LIM_2_a_limit_that_is_lowered_leaves_the_survivors_at_work()
    {
        await using var it = new FaultFixture(new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 2_000_000 } });
        it.Serve(FaultFixture.Big, 4 * FaultFixture.Length);
        var run = it.GetAsync(8);
        await it.AtAsync(log => log is { BytesSent: > 4_000_000, RunningTransfers: 8 }, () =>
        {
            it.Server.MaxConnections = 4;
            it.Server.CloseControlConnections(CloseKind.Reset, count: 4);
            it.Server.CloseDataConnections(CloseKind.Reset, count: 4);
        });
        await run;

        await it.AssertRightAsync();
        it.AssertRefusals(5);
        it.AssertConnections(8, 14);
        it.AssertSentBytes(1.3, 4 * FaultFixture.Length);
    }

    [Fact]
    public async Task T_LIM_3_a_limit_that_is_lifted_is_noticed_one_session_at_a_time()
    {
        var slow = new LoopbackOptions { MaxConnections = 2, Shaping = new LinkShape { BytesPerSecond = 2_000_000 } };
        await using var it = new FaultFixture(slow) { Patience = 600 };
        it.Serve(FaultFixture.Big, 4 * FaultFixture.Length);
        var run = it.GetAsync(6);
        await it.AtAsync(log => log is { Refusals: > 0, RunningTransfers: 2 }, () =>
        {
            it.Server.MaxConnections = null;
            it.Server.Freeze();
        });
        // The client retries a limit after a minute. The server sends nothing meanwhile, so that most of the file is left for the new
        // streams.
        await it.PassAsync(TimeSpan.FromSeconds(65));
        it.Server.Thaw();
        await run;

        await it.AssertRightAsync();
        it.Check(it.Server.Log.PeakTransfers > 2, "No stream was added though the server would have let it in.");
        it.AssertRefusals(4);
    }

    [Theory]
    [Streams(1, 4)]
    public async Task T_LIM_4_a_ban_ends_one_file_in_a_sentence_and_not_the_other_site_s(int streams)
    {
        await using var other = new FaultFixture();
        other.Serve("/other.bin", FaultFixture.Length, seed: 2);
        var slow = new LoopbackOptions { Shaping = new LinkShape { BytesPerSecond = 1_000_000 } };
        await using var it = new FaultFixture(slow).Through(new ChaosPlan());
        it.Serve(FaultFixture.Big, 5 * FaultFixture.Length);
        var run = it.RunAsync("get", it.UrlOf(FaultFixture.Big), other.UrlOf("/other.bin"), "--streams", $"{streams}");
        await it.AtAsync(log => log.BytesSent > 1_000_000 && log.Logins == streams, () =>
        {
            it.Proxy.StopListening();
            it.Proxy.DoToAll(ChaosAct.Reset);
        });
        await run;

        it.AssertRefused(12, "The connection to");
        it.AssertRefused(12, " of 20.0 MiB kept.\nftpx: note: to continue, run: ftpx get ");
        it.Check(File.Exists(Path.Combine(it.Folder, "other.bin")), "The other site's file should be there.");
        it.AssertConnections(streams, streams);
    }
}
