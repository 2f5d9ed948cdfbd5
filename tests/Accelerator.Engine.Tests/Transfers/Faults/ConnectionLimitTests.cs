namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// A limit is a property of the site: the transfer continues with the sessions it has, rarely asks for more, and fetches each byte about
/// once.
/// </summary>
public sealed class ConnectionLimitTests
{
    private const long Length = 16 << 20;

    // The overlaps of seams, and the bytes read ahead of them.
    private const long MostTwice = 3 << 20;

    // The limit is low because another client was refused 8,963 times in this case.
    private const int MostRefusals = 8;

    // Slow enough that a busy machine begins three streams before two have fetched everything.
    private static readonly LinkShape Slow = new() { BytesPerSecond = 1_000_000 };

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530, LimitPoint.Pass421, LimitPoint.CloseWithoutBanner, LimitPoint.Retr451)]
    public async Task A_limit_of_three_is_detected_respected_and_reported_once(LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 3, LimitPoint = point, Shaping = Slow });
        // The notice is due when the number has been the same for a second: on a busy machine refusals follow each other more slowly.
        get.Time = new QuickTime(0.1);

        await get.GetCompleteAsync();
        AssertPolite(get);
        get.Check(get.Server.Log.PeakTransfers == 3, $"{get.Server.Log.PeakTransfers} transfers ran at once; the server allows 3.");
        get.Check(get.Notices(NoticeKind.Retry).Count == 0, "A limit should not look like a failure.");
        if (point is LimitPoint.CloseWithoutBanner or LimitPoint.Pass421) return;
        // On a busy machine two RETR are refused at once, and the notice of the first counts the session of the second.
        Assert.Matches(point == LimitPoint.Retr451 ? "[34] connections" : "3 connections", Assert.Single(get.Notices(NoticeKind.ServerLimit)));
    }

    [Fact]
    public async Task A_limit_is_remembered_although_the_refusal_comes_before_the_last_logins()
    {
        await using var get = Fixture(new LoopbackOptions
        {
            MaxConnections = 6, Shaping = new LinkShape { BytesPerSecond = 4_000_000, ReplyLatency = TimeSpan.FromMilliseconds(100) },
        });
        await get.RememberAsync(SiteFacts.None);

        await get.GetCompleteAsync();
        var refusals = get.Server.Log.Refusals;
        get.Check(refusals is 1 or 2 or 3, $"The server refused {refusals} connections of the first run.");
        File.Delete(get.Target);
        // A busy server still counts connections that the first run has closed.
        await get.Server.Log.WaitForAsync(static log => log.ControlConnections == 0, CancellationToken.None).SoonAsync();
        await get.GetCompleteAsync();
        get.Check(get.Server.Log.Refusals == refusals, "The second run should not open more sessions than the server allows.");
    }

    [Fact]
    public async Task A_connection_that_is_closed_before_any_greeting_has_come_is_judged_when_one_has()
    {
        // Connections are opened 20 ms apart, so the fourth is closed before the first is greeted.
        await using var get = Fixture(new LoopbackOptions
        {
            MaxConnections = 3,
            LimitPoint = LimitPoint.CloseWithoutBanner,
            Shaping = Slow,
            Faults = FaultPlan.Of(Fault.OnConnection().First(3).BannerAfter(TimeSpan.FromSeconds(1))),
        });

        await get.GetCompleteAsync();
        AssertPolite(get);
        get.Check(get.Notices(NoticeKind.Retry).Count == 0, "A limit should not look like a failure.");
        Assert.Contains("3 connections", Assert.Single(get.Notices(NoticeKind.ServerLimit)), StringComparison.Ordinal);
    }

    [Fact]
    public async Task A_530_without_a_hint_is_a_limit_when_others_are_logged_in()
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 3, LimitPoint = LimitPoint.Pass530, LimitReply = "530 Login incorrect.", User = "u", Password = "p" });
        get.Credential = new("u", "p");

        await get.GetCompleteAsync();
        AssertPolite(get);
    }

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530)]
    public async Task At_a_limit_of_one_everything_goes_over_one_session(LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 1, LimitPoint = point });

        await get.GetCompleteAsync();
        AssertPolite(get);
    }

    [Fact]
    public async Task At_a_limit_of_one_a_lost_session_is_replaced_at_once()
    {
        await using var get = Fixture(new LoopbackOptions
        {
            MaxConnections = 1,
            Faults = FaultPlan.Of(Fault.OnRetr(1).CloseControlAfter(4 << 20, CloseKind.Reset), Fault.OnRetr(1).ResetAfter(5 << 20)),
        });
        // A cool-down lasts as long by this clock, and the work of a busy machine a quarter.
        get.Time = new QuickTime(0.25);

        await get.GetCompleteDespiteAsync("control closed");
        get.Check(get.Result.Elapsed < TimeSpan.FromSeconds(14), "The reconnect waited for a cool-down that is meant for a full server.");
    }

    [Fact]
    public async Task A_425_while_other_connections_are_pending_is_not_a_limit_once_they_work()
    {
        // The streams crawl until all eight work, and the clock is slow: neither the file nor a cool-down ends before the last login.
        GetFixture? fixture = null;
        await using var get = fixture = Fixture(new LoopbackOptions
        {
            Shaping = new LinkShape { BytesPerSecondOf = _ => fixture!.Server.Log.PeakTransfers == 8 ? null : 200_000 },
            Faults = FaultPlan.Of(
                // Both refusals come while three connections are pending. These are greeted when each refused session has ended or has
                // asked for another port.
                Fault.OnCommand("RETR").First(2).When(log => log.CountOf("RETR") >= 2 && log.ControlConnectionsOpened >= 5),
                Fault.OnRetr().First(2).Refuse("425 Can't open data connection."),
                Fault.OnConnection().From(3).Times(3).BannerWhen(
                    log => log.ControlConnectionsOpened - log.ControlConnections + log.CountOf("EPSV") >= 4)),
        });
        get.Time = new QuickTime(0.1);

        await get.GetCompleteDespiteAsync("425", least: 2);
        get.Check(get.Server.Log.PeakTransfers == 8, $"{get.Server.Log.PeakTransfers} transfers ran at once, and the server allows any number.");
        get.Check(get.Notices(NoticeKind.ServerLimit).Count == 0, "A limit was told that is none.");
    }

    private static GetFixture Fixture(LoopbackOptions options) =>
        new GetFixture(options.Shaping == LinkShape.Unlimited ? options with { Shaping = GetFixture.Capped } : options).Serving(Length);

    private static void AssertPolite(GetFixture get)
    {
        var log = get.Server.Log;
        get.Check(log.Refusals <= MostRefusals, $"{log.Refusals} refusals.");
        get.Check(get.Result.BytesFetched <= Length + MostTwice, $"{get.Result.BytesFetched} bytes were fetched for a file of {Length}.");
        // For each range that is ended early, a window of data is in flight on the loopback.
        get.Check(log.BytesSent <= Length + MostTwice + (log.Retrievals.Count * (4L << 20)), $"{log.BytesSent} bytes were sent for a file of {Length}.");
    }
}
