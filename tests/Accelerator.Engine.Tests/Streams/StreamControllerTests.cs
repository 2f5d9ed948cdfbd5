namespace Accelerator.Engine.Tests.Streams;

public sealed class StreamControllerTests
{
    private static readonly StreamLimits Auto = new(Start: 4, Most: 32);

    [Fact]
    public void A_number_that_was_given_stays()
    {
        var (link, controller) = Path(new StreamLimits(3, 3, IsFixed: true), window: 1 << 20);
        link.Ceiling = 2;
        link.Run(60);
        Assert.Equal(3, controller.Wanted);
        Assert.Equal(0, controller.Spare);
        Assert.Empty(link.Decisions);
    }

    [Fact]
    public void A_small_window_is_answered_with_many_streams_and_the_surplus_is_kept()
    {
        var (link, controller) = Path(Auto, window: 1 << 20);
        link.Run(30);
        // 117 MB/s × 186 ms / 1 MiB = 20.8 would do.
        Assert.True(controller.Wanted == 32, Story(link));
        Assert.Equal([16, 32, 32], link.Decisions.Take(3).Select(decision => decision.After));
        Assert.All(link.Decisions, decision => Assert.NotEqual("", decision.Why));
    }

    [Fact]
    public void A_path_that_four_streams_fill_gets_no_more_in_the_end()
    {
        var (link, controller) = Path(Auto);
        link.Run(30);
        Assert.True(controller.Wanted <= 4, Story(link));
        Assert.True(link.Wanted.Max() <= 8);
    }

    [Fact]
    public void One_of_several_routes_keeps_some_although_fewer_would_do()
    {
        foreach (var least in (int[])[1, 4])
        {
            var (link, controller) = Path(new StreamLimits(Start: 1, Most: 32, Least: least));
            link.Run(240);
            Assert.True(link.Wanted.Min() == least, Story(link));
            Assert.InRange(controller.Wanted, least, 8);
        }
    }

    [Fact]
    public void While_another_route_tries_a_number_none_is_tried_here()
    {
        var (link, controller) = Path(Auto, window: 1 << 20);
        link.IsHeld = true;
        link.Run(30);
        Assert.True(controller.Wanted == 4, Story(link));
        Assert.False(controller.IsTrying);

        link.IsHeld = false;
        link.Run(30);
        Assert.True(controller.Wanted >= 21, Story(link));
    }

    [Fact]
    public void Streams_that_only_take_from_other_routes_are_given_back()
    {
        var (link, controller) = Path(Auto, window: 1 << 20);
        link.Others = own => 150e6 - own;
        link.Run(30);
        Assert.True(link.Wanted.Max() == 16, Story(link));
        Assert.True(controller.Wanted <= 8, Story(link));
    }

    [Theory]
    [InlineData(true, 1e12)]
    [InlineData(false, 45e6)]
    public void The_disk_or_the_processor_and_the_end_of_a_transfer_get_no_more_streams(bool isLocalBound, double size)
    {
        var (link, controller) = Path(Auto);
        (link.Window, link.IsLocalBound, link.Size) = (1 << 20, isLocalBound, size);
        link.Run(20);
        Assert.True(controller.Wanted == 4, Story(link));
    }

    [Theory]
    [InlineData(4)]
    // The plan counted on the six sessions already: the server had refused a seventh.
    [InlineData(6)]
    public void A_ceiling_of_the_server_is_the_answer(int start)
    {
        var (link, controller) = Path(new StreamLimits(start, 32), window: 1 << 20);
        link.Ceiling = 6;
        link.Run(20);
        Assert.True(controller.Wanted == 6, Story(link));
        Assert.Contains(link.Decisions, decision => decision is { After: 6, Why: "the server allows 6" });
    }

    [Fact]
    public void A_remembered_number_is_the_start_and_is_kept()
    {
        var (link, controller) = Path(new StreamLimits(24, 32, IsKnown: true), window: 1 << 20);
        link.Run(12);
        Assert.True(controller.Wanted == 24, Story(link));
        Assert.Equal(7, controller.Spare);
    }

    [Theory]
    [InlineData(90e6, 16)]
    [InlineData(117e6, 18)]
    public void A_known_number_is_tested_again_at_once_only_if_it_brings_less_than_it_did(double knownRate, int streams)
    {
        // 16 × 1 MiB / 186 ms = 90 MB/s.
        var (link, controller) = Path(new StreamLimits(16, 32, IsKnown: true, KnownRate: knownRate), window: 1 << 20);
        link.Run(12);
        Assert.True(link.Wanted.Max() >= streams && (streams > 16 || controller.Wanted == 16), Story(link));
    }

    [Fact]
    public void The_starting_number_counts_until_data_has_come_and_within_the_ceiling()
    {
        var sample = new StreamSample { Seconds = 0.1, RoundTrip = 0.1, Fetched = 0, Left = 1 << 30, Start = 16, Receiving = 0, Level = 0, LevelRate = 0, Ceiling = int.MaxValue, Worth = 32 };
        var (free, bound) = (new StreamController(Auto), new StreamController(Auto));

        free.Observe(sample);
        free.Observe(sample with { Seconds = 0.2, Fetched = 1 });
        free.Observe(sample with { Seconds = 0.3, Fetched = 2, Start = 4 });
        bound.Observe(sample with { Ceiling = 6 });

        Assert.Equal((16, 6), (free.Wanted, bound.Wanted));
    }

    [Theory]
    [InlineData(1.0, 32)]
    [InlineData(12.0, 4)]
    public void A_large_window_is_more_often_a_full_path_and_a_short_transfer_does_not_try(double mebibytes, int most)
    {
        var (link, controller) = Path(Auto, window: mebibytes * (1 << 20));
        link.Size = 1.3e9;
        link.Run(20);
        Assert.True(link.Wanted.Max() == most, Story(link));
    }

    [Fact]
    public void The_remembered_number_is_what_the_path_needs()
    {
        var (link, controller) = Path(new StreamLimits(Start: 16, Most: 32), window: 1 << 20);
        link.Size = 500e6;
        link.Run(20);
        // 117 MB/s × 186 ms / 1 MiB = 20.8, and half of that to spare.
        Assert.True(controller.Reached is { Streams: >= 31 and <= 32 }, $"{controller.Reached} {Story(link)}");
    }

    [Theory]
    [InlineData(false, 13)]
    [InlineData(true, 8)]
    public void Where_eight_streams_are_the_most_more_are_remembered_but_only_once(bool isKnown, int streams)
    {
        var (link, controller) = Path(new StreamLimits(Start: 8, Most: 8, IsKnown: isKnown), window: 1.4e6);
        link.RoundTrip = 0.1;
        link.Run(60);
        // 8 × 1.4 MB / 100 ms = 112 MB/s: the path is full with 8, and half of that is to spare.
        Assert.True(controller.Reached?.Streams == streams, $"{controller.Reached} {Story(link)}");
    }

    [Fact]
    public void At_a_known_site_standby_sessions_for_a_large_step_log_in_after_the_first_streams()
    {
        var sample = new StreamSample { Seconds = 0, RoundTrip = 0.2, Fetched = 0, Left = 1 << 30, Start = 4, Receiving = 0, Level = 0, LevelRate = 0, Ceiling = int.MaxValue, Worth = 64 };
        var (known, unknown) = (new StreamController(new StreamLimits(4, 64, IsSiteKnown: true)), new StreamController(new StreamLimits(4, 64)));

        known.Observe(sample);
        unknown.Observe(sample);
        Assert.Equal((4, 28), (known.Spare, unknown.Spare));

        known.Observe(sample with { Seconds = 0.8 });
        Assert.Equal(28, known.Spare);
    }

    [Theory]
    [InlineData(0.25)]
    [InlineData(1.0)]
    public void The_remembered_window_is_that_of_one_stream(double mebibytes)
    {
        var window = mebibytes * (1 << 20);
        var (link, controller) = Path(new StreamLimits(Start: 4, Most: 16), window);
        link.Run(20);
        Assert.True(controller.Reached is { } reached && reached.Window > 0.8 * window && reached.Window < 1.1 * window, $"{controller.Reached} {Story(link)}");
    }

    [Fact]
    public void A_wrong_memory_is_corrected()
    {
        var (link, controller) = Path(new StreamLimits(2, 32, IsKnown: true), window: 1 << 20);
        link.Run(240);
        Assert.True(link.Possible(controller.Wanted) > 0.8 * link.Capacity, Story(link));
    }

    [Fact]
    public void Two_connections_that_break_off_halve_the_streams()
    {
        var controller = new StreamController(new StreamLimits(16, 32));
        var sample = new StreamSample { Seconds = 10, RoundTrip = 0.1, Fetched = 0, Left = long.MaxValue, Receiving = 16, Level = 0, LevelRate = 0, Ceiling = int.MaxValue, Worth = int.MaxValue };
        Assert.Null(controller.Observe(sample with { Deaths = 1 }));
        Assert.Equal(8, controller.Observe(sample with { Seconds = 10.1, Deaths = 1 })?.After);
    }

    [Fact]
    public void Files_that_are_too_short_bound_it()
    {
        var controller = new StreamController(Auto);
        var sample = new StreamSample { Seconds = 1, RoundTrip = 0.1, Fetched = 0, Left = 1000, Receiving = 1, Level = 0, LevelRate = 0, Ceiling = int.MaxValue, Worth = 1 };
        Assert.Equal(1, controller.Observe(sample)?.After);
        Assert.Equal(0, controller.Spare);
    }

    [Fact]
    public void Spare_sessions_are_ready_before_the_step_that_needs_them()
    {
        var (link, controller) = Path(Auto, window: 1 << 20);
        while (controller.Wanted == 4 && link.Wanted.Count < 200)
        {
            var spare = controller.Spare;
            link.Run(0.05);
            if (controller.Wanted > 4) Assert.True(spare >= 4, $"{spare} spare sessions for {controller.Wanted} streams.");
        }
        Assert.True(controller.Wanted > 4);
    }

    [Fact]
    public void On_any_path_it_converges_and_does_not_collapse() => OnAnyPath(60, (random, link, controller) =>
    {
        link.Noise = random.NextDouble() / 20;
        link.Run(120);

        // A trial may be in progress, and a gain within the measurement noise may be ignored.
        var reached = Math.Max(link.Possible(controller.Wanted), link.Possible(link.Wanted[^200]));
        Assert.True(reached >= (0.85 - link.Noise) * link.Possible(32), $"{controller.Wanted} {Story(link)}");
    });

    [Fact]
    public void On_any_path_it_comes_to_rest() => OnAnyPath(40, (_, link, _) =>
    {
        link.Run(600);

        // After the search, at most one small probe up and one down for each minute, and back.
        var late = link.Wanted.Skip(1200).ToList();
        var changes = late.Zip(late.Skip(1)).Count(pair => pair.First != pair.Second);
        Assert.True(changes <= 8 * 4 && late.Max() - late.Min() <= Math.Max(2, late.Max() / 3), $"{changes} changes, {late.Min()} to {late.Max()}. {Story(link)}");
    });

    [Theory]
    [Each(0.5, 2)]
    public void A_line_that_changes_is_followed(double factor)
    {
        var (link, controller) = Path(Auto, window: 1 << 20);
        link.Capacity = 60e6;
        link.Run(60);
        link.Capacity *= factor;
        link.Run(240);
        Assert.True(link.Possible(controller.Wanted) >= 0.85 * link.Possible(32), Story(link));
    }

    [Theory]
    [Each(1, 2, 3, 5, 9, 17, 31, 32, 40)]
    public void A_limit_of_any_number_of_connections_is_found(int ceiling)
    {
        var (link, controller) = Path(Auto);
        (link.Window, link.Ceiling) = (64 << 10, ceiling);
        link.Run(120);
        Assert.Equal(Math.Min(ceiling, 32), controller.Wanted);
    }

    private static string Story(SimulatedLink link) => $"{link.Capacity / 1e6:0} MB/s, {link.RoundTrip * 1000:0} ms, {link.Window / 1024:0} KiB:\n" + string.Join("\n", link.Decisions.Take(40).Select(decision => $"{decision.Elapsed.TotalSeconds:0.0} {decision.Before} -> {decision.After} {decision.BytesPerSecond / 1e6:0.0} {decision.Why}"));

    // The same paths each time: 2 to 1,250 MB/s, 1 to 300 ms, windows of 64 KiB to 64 MiB.
    private static void OnAnyPath(int paths, Action<Random, SimulatedLink, StreamController> check)
    {
        var random = new Random(1);
        for (var i = 0; i < paths; i++)
        {
            var (link, controller) = Path(Auto);
            (link.Capacity, link.RoundTrip, link.Window) = (random.Next(2, 1251) * 1e6, random.Next(1, 301) / 1000.0, random.Next(64, 65_537) * 1024.0);
            check(random, link, controller);
        }
    }

    private static (SimulatedLink Link, StreamController Controller) Path(StreamLimits limits, double window = 64e6)
    {
        var controller = new StreamController(limits);
        return (new SimulatedLink(controller) { Window = window }, controller);
    }
}
