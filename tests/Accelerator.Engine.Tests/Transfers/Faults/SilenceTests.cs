using Accelerator.Engine.Tests.Transfers.Gets;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Loopback;

namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>Connections that stay open and say nothing. Each costs its time-out once, and none the transfer.</summary>
public sealed class SilenceTests
{
    private const long Length = 24 << 20;

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(1 << 20)]
    public async Task A_stream_that_falls_silent_is_replaced(long after)
    {
        await using var get = Harness(Fault.OnRetr(3).StallAfter(after));

        await get.GetAsync();

        await get.AssertIsCompleteAsync();
        get.AssertFaultFired("stalled");
        get.Check(get.Result.BytesFetched <= Length * 1.2, "Too much was fetched again.");
        get.Check(get.Server.Log.Logins <= 10, $"{get.Server.Log.Logins} logins for one lost stream.");
    }

    [Fact]
    public async Task All_streams_falling_silent_once_is_survived()
    {
        await using var get = Harness(Fault.OnRetr().First(8).StallAfter(700_000));

        await get.GetAsync();

        await get.AssertIsCompleteAsync();
        get.AssertFaultFired("stalled", least: 8);
        get.Check(get.Server.Log.Logins <= 16, $"{get.Server.Log.Logins} logins.");
    }

    [Fact]
    public async Task A_single_stream_goes_on_where_it_fell_silent()
    {
        await using var get = Harness(Fault.OnRetr(1).StallAfter(10 << 20));

        await get.GetAsync(streams: 1);

        await get.AssertIsCompleteAsync();
        get.AssertFaultFired("stalled");
        get.Check(get.Result.BytesFetched <= Length + (1 << 20), "The first ten MiB were fetched again.");
    }

    [Fact]
    public async Task A_RETR_without_any_answer_ends_with_the_first_byte_time_out()
    {
        await using var get = Harness(Fault.OnRetr(2).StallBeforePreliminary());

        await get.GetAsync();

        await get.AssertIsCompleteAsync();
        get.AssertFaultFired("stalled before 150");
    }

    [Theory]
    [InlineData("EPSV")]
    [InlineData("REST")]
    [InlineData("PASS")]
    [InlineData("TYPE")]
    public async Task A_control_connection_that_falls_silent_is_replaced(string verb)
    {
        await using var get = Harness(Fault.OnCommand(verb).OnConnection(2).NeverAnswer());

        await get.GetAsync();

        await get.AssertIsCompleteAsync();
        get.AssertFaultFired($"{verb} not answered");
        get.Check(get.Server.Log.ControlConnectionsOpened <= 10, $"{get.Server.Log.ControlConnectionsOpened} connections.");
    }

    [Fact]
    public async Task A_connection_that_never_greets_does_not_hold_up_the_others()
    {
        await using var get = Harness(Fault.OnConnection(2).NeverAnswer());

        await get.GetAsync();

        await get.AssertIsCompleteAsync();
        get.AssertFaultFired("never answers");
    }

    [Fact]
    public async Task A_line_that_is_dead_for_two_seconds_is_survived()
    {
        await using var get = Harness();
        var run = get.GetAsync();
        await get.Server.Log.WaitForAsync(log => log.BytesSent > Length / 3, CancellationToken.None);
        get.Server.Freeze();
        await Task.Delay(TimeSpan.FromSeconds(2));
        get.Server.Thaw();
        await run;

        await get.AssertIsCompleteAsync();
        get.Check(get.Result.BytesFetched <= Length * 1.3, "Too much was fetched again.");
    }

    [Fact]
    public async Task A_server_that_never_greets_is_given_up()
    {
        await using var get = Harness(Fault.OnConnection().NeverAnswer());
        get.Time = new QuickTime(20);
        get.Timeouts = get.Timeouts with { Reply = TimeSpan.FromSeconds(20) };

        await get.GetAsync();

        get.AssertNothingPublished(FailureKind.Network, "no complete answer");
        get.Check(get.Server.Log.ControlConnectionsOpened <= 40, $"{get.Server.Log.ControlConnectionsOpened} connections to a dead server.");
    }

    [Fact]
    public async Task A_server_whose_transfers_are_all_silent_is_given_up()
    {
        await using var get = Harness(Fault.OnRetr().StallBeforePreliminary());
        get.Time = new QuickTime(20);
        get.Timeouts = get.Timeouts with { FirstByte = TimeSpan.FromSeconds(10) };

        await get.GetAsync();

        get.AssertNothingPublished(FailureKind.Network, "RETR");
        get.Check(get.Server.Log.CountOf("RETR") <= 80, $"{get.Server.Log.CountOf("RETR")} attempts.");
    }

    private static GetHarness Harness(params Fault[] faults)
    {
        var limit = TimeSpan.FromSeconds(2);
        var get = new GetHarness(faults) { Timeouts = new FtpTimeouts { Connect = limit, Reply = limit, FirstByte = limit, Stall = limit } };
        get.Server.Files.AddSynthetic(GetHarness.Remote, Length);
        return get;
    }
}
