using Accelerator.Ftp.Data;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Data;

public sealed class SilenceGuardTests
{
    private static readonly FtpTimeouts Limits = new() { FirstByte = TimeSpan.FromSeconds(60), Stall = TimeSpan.FromSeconds(10) };

    private readonly FakeTime _time = new();
    private readonly List<(TimeSpan Limit, bool HadData)> _expired = [];

    [Fact]
    public void Before_the_first_byte_the_long_limit_holds()
    {
        using var guard = Start();
        _time.Advance(TimeSpan.FromSeconds(60));
        Assert.Empty(_expired);
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal([(Limits.FirstByte, false)], _expired);
    }

    [Fact]
    public void After_the_first_byte_the_short_limit_holds()
    {
        using var guard = Start();
        guard.Received(1);
        guard.Waiting();
        _time.Advance(TimeSpan.FromSeconds(10));
        Assert.Empty(_expired);
        _time.Advance(TimeSpan.FromSeconds(1));
        Assert.Equal([(Limits.Stall, true)], _expired);
    }

    [Fact]
    public void Every_packet_starts_the_limit_anew()
    {
        using var guard = Start();
        for (var i = 0; i < 100; i++)
        {
            guard.Waiting();
            _time.Advance(TimeSpan.FromSeconds(9));
            guard.Received(SilenceGuard.LeastBytes);
        }
        Assert.Empty(_expired);
    }

    [Fact]
    public void Bytes_that_dribble_do_not()
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
    public void Few_bytes_often_enough_are_no_silence()
    {
        using var guard = Start();
        for (var i = 0; i < 1000; i++)
        {
            guard.Waiting();
            _time.Advance(TimeSpan.FromSeconds(1));
            guard.Received(100);
        }
        Assert.Empty(_expired);
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
    public void A_limit_shorter_than_a_look_is_seen_at_the_next_look()
    {
        using var guard = new SilenceGuard(new FtpTimeouts { FirstByte = TimeSpan.FromMilliseconds(50), Stall = TimeSpan.FromMilliseconds(50) }, _time, Expire);
        _time.Advance(TimeSpan.FromMilliseconds(60));
        Assert.Single(_expired);
    }

    [Fact]
    public void A_disposed_guard_says_nothing()
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
