namespace Accelerator.Ftp.Tests.Data;

public sealed class SilenceGuardTests
{
    private static readonly FtpTimeouts Limits = new() { FirstByte = TimeSpan.FromSeconds(60), Stall = TimeSpan.FromSeconds(10) };

    private readonly FakeTime _time = new();
    private readonly List<(TimeSpan Limit, bool HadData)> _expired = [];

    [Theory]
    [InlineData(false, 60)]
    [InlineData(true, 10)]
    public void Before_the_first_byte_the_long_limit_holds_and_after_it_the_short_one(bool hadData, int limit)
    {
        using var guard = Start();
        if (hadData)
        {
            guard.Received(1);
            guard.Waiting();
        }
        _time.Advance(TimeSpan.FromSeconds(limit));
        Assert.Empty(_expired);
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal([(TimeSpan.FromSeconds(limit), hadData)], _expired);
    }

    /// <summary>Every packet restarts the limit, even if it carries few bytes.</summary>
    [Theory]
    [InlineData(100, 9, SilenceGuard.LeastBytes)]
    [InlineData(1000, 1, 100)]
    public void Data_that_keeps_coming_is_no_silence(int times, int seconds, int bytes)
    {
        using var guard = Start();
        for (var i = 0; i < times; i++)
        {
            guard.Waiting();
            _time.Advance(TimeSpan.FromSeconds(seconds));
            guard.Received(bytes);
        }
        Assert.Empty(_expired);
    }

    [Fact]
    public void Trickling_bytes_do_not_restart_the_limit()
    {
        using var guard = Start();
        guard.Received(1);
        for (var i = 0; i < 2; i++)
        {
            guard.Waiting();
            _time.Advance(TimeSpan.FromSeconds(5));
            guard.Received(1);
        }
        guard.Waiting();
        Assert.Empty(_expired);
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal([(Limits.Stall, true)], _expired);
    }

    [Fact]
    public void The_reader_s_own_pause_does_not_count()
    {
        using var guard = Start();
        guard.Waiting();
        guard.Received(1);
        _time.Advance(TimeSpan.FromHours(1));
        guard.Waiting();
        _time.Advance(TimeSpan.FromSeconds(10));
        Assert.Empty(_expired);
    }

    [Fact]
    public void A_limit_shorter_than_a_poll_is_seen_at_the_next_poll()
    {
        using var guard = new SilenceGuard(new FtpTimeouts { FirstByte = TimeSpan.FromMilliseconds(50), Stall = TimeSpan.FromMilliseconds(50) }, _time, Expire);
        _time.Advance(TimeSpan.FromMilliseconds(60));
        Assert.Single(_expired);
    }

    [Fact]
    public void A_disposed_guard_never_expires()
    {
        var guard = Start();
        guard.Dispose();
        _time.Advance(TimeSpan.FromHours(1));
        Assert.Empty(_expired);
        Assert.Equal(0, _time.ActiveTimers);
    }

    private SilenceGuard Start() => new(Limits, _time, Expire);

    private void Expire(TimeSpan limit, bool hadData) => _expired.Add((limit, hadData));
}
