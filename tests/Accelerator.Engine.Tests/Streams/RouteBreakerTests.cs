namespace Accelerator.Engine.Tests.Streams;

/// <summary>A route that delivers nothing: one connection at a time tests it, once a second.</summary>
public sealed class RouteBreakerTests
{
    private readonly FakeTime _time = new();

    [Fact]
    public void Falling_silent_ends_what_is_in_progress_and_begins_another_era()
    {
        using var breaker = new RouteBreaker(_time);
        var token = breaker.Token;

        Assert.True(breaker.Trip());
        Assert.False(breaker.Trip());

        Assert.True(token.IsCancellationRequested);
        Assert.False(breaker.Token.IsCancellationRequested);
        Assert.Equal(1, breaker.Era);
    }

    [Fact]
    public void One_probe_at_a_time_is_allowed_and_once_a_second()
    {
        using var breaker = new RouteBreaker(_time);
        Assert.False(breaker.TryHalfOpen());
        breaker.Trip();
        Assert.False(breaker.TryHalfOpen());

        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(breaker.TryHalfOpen());
        _time.Advance(TimeSpan.FromSeconds(9));
        Assert.False(breaker.TryHalfOpen());
        breaker.StayOpen();
        Assert.False(breaker.TryHalfOpen());
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(breaker.TryHalfOpen());
    }

    [Fact]
    public void An_answer_closes_the_breaker()
    {
        using var breaker = new RouteBreaker(_time);
        breaker.Trip();
        _time.Advance(TimeSpan.FromSeconds(1));
        breaker.TryHalfOpen();

        breaker.Close();

        Assert.False(breaker.IsOpen);
        Assert.False(breaker.TryHalfOpen());
        Assert.True(breaker.Trip());
    }
}
