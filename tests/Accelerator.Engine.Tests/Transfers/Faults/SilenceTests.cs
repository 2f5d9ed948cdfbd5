namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>Connections that stay open and deliver nothing. Each costs its time-out once, and none fails the transfer.</summary>
public sealed class SilenceTests
{
    private const long Length = 12 << 20;

    [Fact]
    public async Task All_streams_falling_silent_once_is_survived()
    {
        await using var get = Fixture(Fault.OnRetr().First(8).StallAfter(500_000));

        await get.GetCompleteDespiteAsync("stalled", least: 8);
        get.Check(get.Server.Log.Logins <= 16, $"{get.Server.Log.Logins} logins.");
    }

    [Fact]
    public async Task A_single_stream_resumes_where_it_stalled()
    {
        await using var get = Fixture(Fault.OnRetr(1).StallAfter(5 << 20));

        await get.GetCompleteDespiteAsync("stalled", 1);
        get.Check(get.Result.BytesFetched <= Length + (1 << 20), "The first five MiB were fetched again.");
    }

    [Theory]
    [Each("RETR", "EPSV", "REST", "PASS", "TYPE", "greeting")]
    public async Task A_control_connection_that_falls_silent_is_replaced_and_does_not_hold_up_the_others(string at)
    {
        await using var get = Fixture(at switch
        {
            "RETR" => Fault.OnRetr(2).StallBeforePreliminary(),
            "greeting" => Fault.OnConnection(2).NeverAnswer(),
            // The second connection may have the range at the start of the file.
            "REST" => Fault.OnCommand(at, nth: 1).NeverAnswer(),
            _ => Fault.OnCommand(at).OnConnection(2).NeverAnswer(),
        });

        await get.GetCompleteAsync();

        get.AssertFaultFired(at switch { "RETR" => "stalled before 150", "greeting" => "never answers", _ => $"{at} not answered" });
        get.Check(get.Server.Log.ControlConnectionsOpened <= 10, $"{get.Server.Log.ControlConnectionsOpened} connections.");
    }

    [Fact]
    public async Task A_line_that_is_dead_for_two_seconds_is_survived()
    {
        await using var get = Fixture();
        get.Timeouts = GetFixture.AllOf(TimeSpan.FromSeconds(2));
        var run = get.GetAsync();
        await get.Server.Log.WaitForAsync(log => log.BytesSent > Length / 3, CancellationToken.None);
        get.Server.Freeze();
        // As long as the longest of the limits: every connection is found dead.
        await Task.Delay(TimeSpan.FromSeconds(2));
        get.Server.Thaw();
        await run;

        await get.AssertIsCompleteAsync();
        get.Check(get.Result.BytesFetched <= Length * 1.3, "Too much was fetched again.");
    }

    [Theory]
    [Each(true, false)]
    public async Task A_range_that_is_asked_for_and_never_sent_is_taken_over_before_its_first_byte_is_overdue(bool isAccepted)
    {
        await using var get = Fixture(isAccepted ? Fault.OnRetr(3).StallAfter(0) : Fault.OnRetr(3).StallBeforePreliminary());
        get.Timeouts = get.Timeouts with { FirstByte = TimeSpan.FromMinutes(10) };

        await get.GetCompleteDespiteAsync("stalled");
    }

    [Fact]
    public async Task A_server_that_accepts_everything_and_sends_nothing_ends_the_run_after_the_limit()
    {
        await using var get = Fixture(Fault.OnRetr().StallAfter(0));
        // A login has to be complete within 45 s of this clock.
        get.Time = new QuickTime(5);
        get.Adjust = request => request with { MaxIdle = TimeSpan.FromSeconds(45) };

        await get.GetRefusedAsync(4, FailureKind.Network, "sent nothing for 45 s after RETR", "--max-idle");
    }

    // A shorter time is too short for a busy machine, where two seconds pass without a reply; a silent transfer beside others is ended after a
    // quarter of it.
    private static GetFixture Fixture(params Fault[] faults) =>
        new GetFixture(faults) { Timeouts = GetFixture.AllOf(TimeSpan.FromSeconds(8)) }.Serving(Length);
}
