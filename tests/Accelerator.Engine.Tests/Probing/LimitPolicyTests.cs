using static Accelerator.Engine.Tests.Probing.ProbeSamples;

namespace Accelerator.Engine.Tests.Probing;

public sealed class LimitPolicyTests
{
    /// <summary>What was measured, and the conclusion: the limit, the limit of one stream, the streams to use.</summary>
    public static TheoryData<string, ProbeLimit, ProbeLimit, int?> Cases => new()
    {
        // 10 MB/s x 100 ms is 1 MB: each stream alike, nothing lost, nothing queued.
        { "window 10 20 40 80 160", ProbeLimit.ServerWindow, ProbeLimit.ServerWindow, null },
        { "window then line 10 20 40 80 110 queue", ProbeLimit.Line, ProbeLimit.ServerWindow, 16 },
        { "window then server 10 20 40 42", ProbeLimit.Server, ProbeLimit.ServerWindow, 4 },
        { "our window 10 20 40 80", ProbeLimit.ReceiveWindow, ProbeLimit.ReceiveWindow, null },
        { "no facts 10 20 40", ProbeLimit.Window, ProbeLimit.Window, null },
        // 0.1 MB/s x 100 ms are 10 kB: no window is that small.
        { "trickle 0.1 0.2 0.4", ProbeLimit.StreamRate, ProbeLimit.StreamRate, null },
        { "line 110 112 queue", ProbeLimit.Line, ProbeLimit.Unknown, 1 },
        { "line 110 112 drops", ProbeLimit.Line, ProbeLimit.Unknown, 2 },
        { "line 110 112 queue drops", ProbeLimit.Line, ProbeLimit.Unknown, 1 },
        { "server 110 112", ProbeLimit.Server, ProbeLimit.Unknown, 1 },
        { "busy 500 510", ProbeLimit.LocalCpu, ProbeLimit.Unknown, 1 },
        { "busy 500 510 queue", ProbeLimit.LocalCpu, ProbeLimit.Unknown, 1 },
        // 1 late packet in 50, and as slow as CUBIC is then.
        { "lossy 3 6 12 24 48", ProbeLimit.Loss, ProbeLimit.Loss, null },
        // As many streams as get uses by itself, and more.
        { "window 10 20 40 80 160 320 640", ProbeLimit.ServerWindow, ProbeLimit.ServerWindow, 64 },
        { "refused 10 20 40 60", ProbeLimit.Connections, ProbeLimit.ServerWindow, 6 },
        { "refused 10", ProbeLimit.Connections, ProbeLimit.ServerWindow, 1 },
        { "alone 10", ProbeLimit.ServerWindow, ProbeLimit.ServerWindow, 1 },
        { "alone 110 queue", ProbeLimit.Line, ProbeLimit.ServerWindow, 1 },
        { "slow disk 10 20 40 80", ProbeLimit.LocalDisk, ProbeLimit.ServerWindow, 4 },
        { "without ranges 10 20 40 80", ProbeLimit.ServerWindow, ProbeLimit.ServerWindow, 1 },
        { "short file 10 20", ProbeLimit.Unknown, ProbeLimit.Unknown, null },
        { "nothing", ProbeLimit.Unknown, ProbeLimit.Unknown, null },
    };

    [Theory]
    [MemberData(nameof(Cases))]
    public void The_limit_is_derived_from_the_measurements(string what, ProbeLimit limit, ProbeLimit streamLimit, int? streams)
    {
        var verdict = LimitPolicy.Judge(Evidence(what));
        Assert.Equal((limit, streamLimit, streams), (verdict.Limit, verdict.StreamLimit, verdict.Streams));
    }

    [Fact]
    public void A_single_loss_in_a_small_window_does_not_bind()
    {
        // 64 KiB in flight at 30 losses in a million: a loss costs a round trip in 700.
        var steps = Steps(0.65, 1.3, 2.6).ConvertAll(step => step with { PacketsOutOfOrder = 20, Packets = 20_000 });
        Assert.Equal(ProbeLimit.ServerWindow, LimitPolicy.Judge(Evidence("") with { Steps = steps }).StreamLimit);
    }

    [Fact]
    public void The_plateau_of_one_stream_gives_the_window()
    {
        var verdict = LimitPolicy.Judge(Evidence("window 10 20"));
        Assert.Equal((10 * MB, 1_000_000L), (verdict.StreamRate, verdict.StreamWindow!.Value));
    }

    [Fact]
    public void Less_than_a_segment_in_flight_is_no_window()
    {
        var loopback = IdlePath with { TcpRoundTrip = TimeSpan.FromMilliseconds(0.02), MaxSegment = 65_483 };
        var verdict = LimitPolicy.Judge(Evidence("window 1000 2000") with { Path = loopback });
        Assert.Equal((ProbeLimit.StreamRate, null), (verdict.StreamLimit, verdict.StreamWindow));
    }

    [Theory]
    [InlineData("window 10 20 40", true)]
    [InlineData("window 10 20 22", false)]
    [InlineData("refused 10 20 40", false)]
    [InlineData("slow disk 10 20 40 80", false)]
    [InlineData("without ranges 10 20 40", false)]
    public void Goodput_may_grow_if_the_last_streams_still_added_their_share(string what, bool mayGrow) =>
        Assert.Equal(mayGrow, LimitPolicy.Judge(Evidence(what)).MayGrow);

    [Fact]
    public void A_queue_is_distinguished_from_late_timers()
    {
        var late = Steps(110, 112).ConvertAll(step => step with { RoundTrip = TimeSpan.FromMilliseconds(109) });
        Assert.Equal(ProbeLimit.Server, LimitPolicy.Judge(Evidence("") with { Steps = late }).Limit);
        var near = IdlePath with { RoundTrip = TimeSpan.FromMilliseconds(0.2), MedianRoundTrip = TimeSpan.FromMilliseconds(0.3), TcpRoundTrip = TimeSpan.FromMilliseconds(0.1) };
        var busy = Steps(110, 112).ConvertAll(step => step with { RoundTrip = TimeSpan.FromMilliseconds(2.5) });
        Assert.Equal(ProbeLimit.Server, LimitPolicy.Judge(Evidence("") with { Steps = busy, Path = near }).Limit);
    }

    [Fact]
    public void Where_losses_cannot_be_seen_streams_that_differ_are_no_window()
    {
        var steps = Steps(10, 20).ConvertAll(step => step with { PacketsOutOfOrder = null, SlowestStream = 5 * MB, FastestStream = 15 * MB });
        Assert.Equal(ProbeLimit.Unknown, LimitPolicy.Judge(Evidence("") with { Steps = steps }).Limit);
    }

    // Words set the circumstances; numbers are MB/s of 1, 2, 4, … streams.
    private static ProbeEvidence Evidence(string what)
    {
        bool Has(string word) => what.Contains(word, StringComparison.Ordinal);
        var rates = what.Split(' ').Select(word => double.TryParse(word, System.Globalization.CultureInfo.InvariantCulture, out var rate) ? rate : -1).Where(rate => rate >= 0);
        var steps = Steps([.. rates]);
        if (Has("our window")) steps = steps.ConvertAll(step => step with { ReceiveWindow = 1_100_000 });
        if (Has("no facts")) steps = steps.ConvertAll(step => step with { ReceiveWindow = null, Packets = null, PacketsOutOfOrder = null });
        if (Has("lossy")) steps = steps.ConvertAll(step => step with { PacketsOutOfOrder = step.Packets / 50 });
        if (Has("refused 10 20 40 60")) steps[^1] = Step(6, 60);
        if (Has("queue")) steps[^1] = steps[^1] with { RoundTrip = TimeSpan.FromMilliseconds(150) };
        if (Has("drops")) steps[^1] = steps[^1] with { PacketsOutOfOrder = 5000 };
        if (Has("busy")) steps[^1] = steps[^1] with { CpuShare = 0.95 };
        return new ProbeEvidence
        {
            Steps = steps,
            Stop = Has("refused") ? ProbeStop.Refused : Has("short file") ? ProbeStop.ShortFile : ProbeStop.MostStreams,
            Path = IdlePath,
            Ranges = !Has("without ranges"),
            DiskRate = Has("slow disk") ? 35 * MB : 2000 * MB,
        };
    }
}
