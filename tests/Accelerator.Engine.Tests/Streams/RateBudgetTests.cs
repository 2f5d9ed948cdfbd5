namespace Accelerator.Engine.Tests.Streams;

public sealed class RateBudgetTests
{
    private readonly FakeTime _time = new();

    [Fact]
    public async Task Without_a_limit_all_is_granted_at_once()
    {
        var budget = new RateBudget(null, _time);

        Assert.False(budget.IsLimited);
        Assert.Equal(1 << 20, await budget.TakeAsync(1 << 20, CancellationToken.None));
    }

    [Fact]
    public async Task A_limit_that_was_never_in_force_has_not_limited()
    {
        long? limit = null;
        var budget = new RateBudget(null, _time, () => limit);
        await budget.TakeAsync(1000, CancellationToken.None);
        Assert.Equal(0, budget.LimitedBytes);

        limit = 1_000_000;
        _time.Advance(TimeSpan.FromSeconds(1));
        await budget.TakeAsync(1000, CancellationToken.None);
        limit = null;
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal((1000, false), (budget.LimitedBytes, budget.IsLimited));
    }

    [Fact]
    public async Task Bytes_that_have_been_received_are_paid_for_before_the_next_ones()
    {
        var budget = new RateBudget(100_000, _time);
        var paid = budget.ChargeAsync(50_000, CancellationToken.None);
        _time.Advance(TimeSpan.FromMilliseconds(499));
        Assert.False(paid.IsCompleted);
        _time.Advance(TimeSpan.FromMilliseconds(1));
        await paid;
        var next = budget.TakeAsync(2000, CancellationToken.None);
        Assert.False(next.IsCompleted);
        _time.Advance(TimeSpan.FromMilliseconds(20));
        Assert.Equal(2000, await next);
        Assert.Equal(52_000, budget.LimitedBytes);
    }

    [Theory]
    [InlineData(1_000_000, 1)]
    [InlineData(1_000_000, 8)]
    [InlineData(100_000_000, 8)]
    [InlineData(20_000, 3)]
    public async Task Ten_seconds_grant_ten_seconds_of_the_rate(long rate, int streams)
    {
        var budget = new RateBudget(rate, _time);
        using var stop = new CancellationTokenSource();
        var taken = new long[streams];
        var takers = Enumerable.Range(0, streams).Select(stream => TakeAllAsync(budget, taken, stream, stop.Token)).ToArray();

        for (var i = 0; i < 10_000; i++)
        {
            await _time.UntilTimersAsync(streams);
            _time.Advance(TimeSpan.FromMilliseconds(1));
        }

        await _time.UntilTimersAsync(streams);
        var total = taken.Sum();
        await stop.CancelAsync();
        await Task.WhenAll(takers);
        Assert.InRange(total, rate * 10 * 0.95, rate * 10 * 1.05);
        Assert.All(taken, share => Assert.InRange(share, 0.95 * total / streams, 1.05 * total / streams));
    }

    [Fact]
    public async Task A_pause_is_followed_by_no_more_than_a_twentieth_of_a_second_at_once()
    {
        var budget = new RateBudget(10_000_000, _time);
        _time.Advance(TimeSpan.FromHours(1));

        var taken = 0;
        while (Take(budget, 1 << 20) is { IsCompleted: true } granted) taken += await granted;

        Assert.InRange(taken, 1, 500_000);
    }

    [Fact]
    public async Task Unused_permits_are_returned()
    {
        var budget = new RateBudget(1_000_000, _time);
        _time.Advance(TimeSpan.FromSeconds(1));
        var first = await budget.TakeAsync(20_000, CancellationToken.None);
        using var stop = new CancellationTokenSource();
        Task<int> next;
        while ((next = budget.TakeAsync(20_000, stop.Token).AsTask()).IsCompleted) await next;
        // The cancelled waiter gives its turn back.
        await stop.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => next);

        budget.Return(first);

        Assert.Equal(first, await Take(budget, 20_000).SoonAsync());
    }

    private static Task<int> Take(RateBudget budget, int wanted) => budget.TakeAsync(wanted, CancellationToken.None).AsTask();

    private static async Task TakeAllAsync(RateBudget budget, long[] taken, int stream, CancellationToken cancellationToken)
    {
        try
        {
            while (true) Volatile.Write(ref taken[stream], taken[stream] + await budget.TakeAsync(256 << 10, cancellationToken));
        }
        catch (OperationCanceledException)
        {
            // Stopped by the test.
        }
    }
}
