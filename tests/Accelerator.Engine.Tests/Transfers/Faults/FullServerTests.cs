namespace Accelerator.Engine.Tests.Transfers.Faults;

/// <summary>
/// The run waits for a server that admits no session at first, and gives up, with an error message, on one that never does.
/// </summary>
public sealed class FullServerTests
{
    private const int Factor = 40;

    // A session whose final reply takes 15 s is replaced. With the factor above that is 0.4 s, which a busy machine may need; with this
    // one it is 3 s.
    private const int Slower = 5;

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530, LimitPoint.Pass421, LimitPoint.CloseWithoutBanner)]
    public async Task A_server_that_is_full_at_first_is_waited_for(LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 0, LimitPoint = point, LimitLiftedAfterRefusals = 4 });

        await get.GetCompleteAsync();
        get.Check(get.Server.Log.Refusals is >= 4 and <= 8, $"{get.Server.Log.Refusals} refusals.");
    }

    [Fact]
    public async Task A_server_that_is_full_for_twenty_seconds_is_waited_for()
    {
        // Four seconds of real time: a busy machine takes some of them to connect at all.
        var lifted = TimeSpan.FromSeconds(20) / Slower;
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 0, LimitLiftedAfter = lifted }, Slower);

        await get.GetCompleteAsync();
        get.Check(get.Server.Log.Refusals is > 0 and <= 12, $"{get.Server.Log.Refusals} refusals.");
        get.Check(get.Notices(NoticeKind.ServerLimit).Count(told => told.StartsWith("The server refuses all connections (", StringComparison.Ordinal)) == 1, "The wait was not reported once.");
    }

    [Theory]
    [Each(LimitPoint.Greeting421, LimitPoint.Pass530)]
    public async Task A_server_that_stays_full_is_given_up_after_a_few_attempts(LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 0, LimitPoint = point });

        await get.GetRefusedAsync(8, FailureKind.ServerLimit, "connection attempts in a row");
        // A run that ends within a second has only its error.
        var told = get.Notices(NoticeKind.ServerLimit).ToList();
        get.Check(told.Count <= 1 && told.TrueForAll(sentence => sentence.StartsWith("The server refuses all connections (", StringComparison.Ordinal)), "No number of connections has stood.");
        get.Check(get.Server.Log.Refusals <= 12, $"{get.Server.Log.Refusals} refusals.");
    }

    [Theory]
    [InlineData(0, 1, LimitPoint.Greeting421)]
    [InlineData(2, 3, LimitPoint.Greeting421)]
    [InlineData(2, 3, LimitPoint.Pass421)]
    public async Task A_server_that_stays_full_is_tried_as_often_as_the_user_asks(int retries, int tries, LimitPoint point)
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 0, LimitPoint = point });
        get.Adjust = request => request with { Retries = new RetryLimits(retries, null) };

        await get.GetRefusedAsync(1, FailureKind.ServerLimit, $"refused {tries} connection attempt", "421");
        get.Check(get.Server.Log.Refusals == tries, $"{get.Server.Log.Refusals} refusals.");
    }

    [Fact]
    public async Task Streams_that_are_refused_together_are_one_try()
    {
        await using var get = Fixture(new LoopbackOptions { MaxConnections = 0, LimitLiftedAfterRefusals = 4 });
        get.Adjust = request => request with { Retries = new RetryLimits(5, null) };

        await get.GetCompleteAsync();
    }

    /// <summary>With several sessions each 421 means one session less; the last one could be refused forever.</summary>
    [Theory]
    [InlineData("RETR", 1, 10)]
    [InlineData("EPSV", 1, 10)]
    [InlineData("RETR", 4, 60)]
    public async Task A_server_that_admits_each_session_and_then_ends_it_with_421_is_given_up(string verb, int streams, int most)
    {
        await using var get = Fixture(new LoopbackOptions());
        get.Server.Inject(Fault.OnCommand(verb).Reply("421 Too busy."));

        await get.GetRefusedAsync(streams, FailureKind.ServerLimit, "421 Too busy.");
        var sessions = get.Server.Log.CountOf("USER");
        get.Check(sessions >= 8 && sessions <= most, $"{sessions} sessions were opened.");
    }

    [Fact]
    public async Task A_server_that_ends_each_session_with_421_for_a_while_is_waited_for()
    {
        await using var get = Fixture(new LoopbackOptions(), Slower);
        get.Server.Inject(Fault.OnCommand("RETR").First(5).Reply("421 Too busy."));

        await get.GetCompleteDespiteAsync("421", streams: 1, least: 5);
        get.Check(get.Server.Log.CountOf("USER") == 6, $"{get.Server.Log.CountOf("USER")} sessions were opened.");
    }

    private static GetFixture Fixture(LoopbackOptions options, int factor = Factor) =>
        new GetFixture(options) { Time = new QuickTime(factor) }.Serving(8 << 20);
}
