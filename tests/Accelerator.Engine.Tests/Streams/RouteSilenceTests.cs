namespace Accelerator.Engine.Tests.Streams;

/// <summary>A lane that carries nothing: one connection at a time asks, once a second.</summary>
public sealed class RouteSilenceTests
{
    private readonly FakeTime _time = new();

    [Fact]
    public void Falling_silent_ends_what_is_in_progress_and_begins_another_era()
    {
        using var silence = new RouteSilence(_time);
        var token = silence.Token;

        Assert.True(silence.Fall());
        Assert.False(silence.Fall());

        Assert.True(token.IsCancellationRequested);
        Assert.False(silence.Token.IsCancellationRequested);
        Assert.Equal(1, silence.Era);
    }

    [Fact]
    public void One_at_a_time_asks_and_once_a_second()
    {
        using var silence = new RouteSilence(_time);
        Assert.False(silence.TryAsk());
        silence.Fall();
        Assert.False(silence.TryAsk());

        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(silence.TryAsk());
        _time.Advance(TimeSpan.FromSeconds(9));
        Assert.False(silence.TryAsk());
        silence.NoAnswer();
        Assert.False(silence.TryAsk());
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.True(silence.TryAsk());
    }

    [Fact]
    public void An_answer_ends_it()
    {
        using var silence = new RouteSilence(_time);
        silence.Fall();
        _time.Advance(TimeSpan.FromSeconds(1));
        silence.TryAsk();

        silence.End();

        Assert.False(silence.IsSilent);
        Assert.False(silence.TryAsk());
        Assert.True(silence.Fall());
    }
}
