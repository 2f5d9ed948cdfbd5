namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>The start of a get from a server that an earlier run has measured.</summary>
[Collection(AloneGroup.Name)]
public sealed class KnownSiteTests
{
    private const int First = 4;

    [Fact]
    public async Task The_first_ranges_go_to_sessions_that_send_only_REST_and_RETR_after_their_login()
    {
        await using var get = RoundTripFixture.Far();
        var now = TimeProvider.System.GetUtcNow();
        await get.RememberAsync(new SiteFacts
        {
            LoginSeen = new(true, now),
            LoginTogether = new(true, now),
            RestTogether = new(true, now),
            RoundTrip = new(RoundTripFixture.Latency, now),
            Sessions = new(4 * First, now),
        });

        await get.GetCompleteAsync(streams: null);

        var log = get.Server.Log;
        var askers = ((string[])["SIZE", "MDTM"]).Select(verb => log.Commands.First(command => command.Verb == verb).Connection).ToList();
        foreach (var connection in log.Retrievals.Take(First).Select(transfer => transfer.Connection))
        {
            get.Check(!askers.Contains(connection), $"c{connection} fetched a first range, although it had asked for size or time.");
            // Commands that arrive before the next reply is sent share a round trip.
            var trips = log.Commands.Where(command => command.Connection == connection).GroupBy(command => command.Replies)
                .Select(trip => string.Join(' ', trip.Select(command => command.Verb))).Take(2).ToList();
            get.Check(trips is ["USER PASS TYPE EPSV", "REST RETR" or "RETR"], $"c{connection} sent {string.Join(", ", trips)}.");
        }
    }

    [Theory]
    [InlineData(16, 4)]
    [InlineData(1, 1)]
    public async Task Several_large_files_share_the_number_of_streams_that_was_remembered(int remembered, int first)
    {
        await using var get = new GetFixture(Fault.OnRetr().StallAfter(0));
        await get.RememberAsync(new SiteFacts { Plateau = new(new StreamPlateau(remembered, 1e6), TimeProvider.System.GetUtcNow()) });
        const long length = 64 << 20;
        var items = Enumerable.Range(0, 4).Select(number => get.Serving(length, $"/large-{number}.bin").Item($"/large-{number}.bin") with
        {
            Listed = new ListedFacts(length, null),
        }).ToArray();

        var plan = await FirstPlanAsync(get, get.Request(null, items));

        Assert.Equal(first, plan.Ranges.Count);
    }

    [Theory]
    [InlineData(9, null, 8, 6)]
    [InlineData(4, null, 8, 4)]
    [InlineData(9, 8, 8, 6)]
    [InlineData(9, null, 3, 3)]
    public async Task A_file_is_divided_among_the_sessions_that_may_be_open(int remembered, int? given, int budget, int ranges)
    {
        await using var get = new GetFixture(Fault.OnRetr().StallAfter(0)).Serving(64 << 20);
        var now = TimeProvider.System.GetUtcNow();
        await get.RememberAsync(new SiteFacts { Plateau = new(new StreamPlateau(remembered, 1e6), now), Ceiling = new(6, now) });

        var plan = await FirstPlanAsync(get, get.Request(given) with { SessionBudget = new() { Most = budget } });

        Assert.Equal((ranges, ranges), (plan.Ranges.Count, plan.InitialStreams));
    }

    // Runs until the first file is planned.
    private static async Task<TransferPlan> FirstPlanAsync(GetFixture get, TransferRequest request)
    {
        using var stop = new CancellationTokenSource();
        var run = get.RunAsync(request, stop.Token);
        await GetFixture.UntilAsync(() => run.IsCompleted || get.Events.OfType<TransferEvent.Planned>().Any());
        await stop.CancelAsync();
        await run;
        return get.Events.OfType<TransferEvent.Planned>().First().Plan;
    }
}
