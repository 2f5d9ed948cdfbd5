namespace Accelerator.Engine.Tests.Transfers.Segments;

public sealed class StealPolicyTests
{
    private const long MiB = 1 << 20;
    private static readonly PathView Path = new(RoundTrip: 0.05);

    [Theory]
    // No run is active, or no rate is known.
    [InlineData("", 0.05, null)]
    [InlineData("100@0", 0.05, null)]
    // The longest remaining time counts, not the most bytes.
    [InlineData("400@100 40@1 100@100", 0.05, 1)]
    // A range that is nearly done is left alone; a stalled stream loses its range although it is short.
    [InlineData("2@100 1@100", 0.05, null)]
    [InlineData("2@0.000001 1@100 1@100", 0.05, 0)]
    // On a long path a steal must earn its round trips.
    [InlineData("10@10", 0.001, 0)]
    [InlineData("10@10", 0.3, null)]
    // A run in slow start does not count as slow.
    [InlineData("30@10 20~0.1", 0.05, 0)]
    [InlineData("30@10 20@0.1", 0.05, 1)]
    // 5 MB in the last round trip: the remainder takes three more in slow start, and is not split repeatedly.
    [InlineData("40~26.88 1@150", 0.186, null)]
    public void The_run_that_would_end_last_is_the_victim_if_stealing_pays(string runs, double roundTrip, int? victim) =>
        Assert.Equal(victim, StealPolicy.Choose(Runs(runs), new PathView(roundTrip), MiB)?.Victim);

    [Fact]
    public void Equal_streams_split_a_range_so_that_both_end_together()
    {
        RunView[] runs = [Old(0, 100 * MiB, rate: 10e6), Old(200 * MiB, 201 * MiB, rate: 10e6)];

        var (victim, cut) = StealPolicy.Choose(runs, Path, MiB)!.Value;

        var ownEnd = cut / 10e6;
        var thiefsEnd = StealPolicy.Duration((100 * MiB) - cut, 10e6, Path);
        Assert.Equal(0, victim);
        Assert.InRange(ownEnd - thiefsEnd, -0.2, 0.2);
    }

    /// <summary>Ten segments in 0.1 ms would be 146 MB/s; the server sends 40 on each connection.</summary>
    [Fact]
    public void On_a_near_path_a_new_stream_is_no_faster_than_the_others()
    {
        var (victim, cut) = StealPolicy.Choose([Old(0, 200 * MiB, rate: 40e6)], new PathView(RoundTrip: 0.0001), MiB)!.Value;

        Assert.Equal(0, victim);
        Assert.InRange(cut, 98 * MiB, 102 * MiB);
    }

    [Fact]
    public void Nearly_all_bytes_of_a_slow_stream_are_taken()
    {
        RunView[] runs = [Old(0, 40 * MiB, rate: 0.5e6), Old(50 * MiB, 60 * MiB, rate: 10e6), Old(70 * MiB, 80 * MiB, rate: 10e6)];

        var (victim, cut) = StealPolicy.Choose(runs, Path, MiB)!.Value;

        Assert.Equal(0, victim);
        Assert.InRange(cut, 1, 4 * MiB);
    }

    [Fact]
    public void A_cut_lies_on_a_whole_MiB_where_there_is_room()
    {
        var (_, cut) = StealPolicy.Choose([Old(123_456, 200 * MiB, rate: 10e6)], Path, MiB)!.Value;

        Assert.Equal(0, cut % MiB);
    }

    [Fact]
    public void A_cut_always_leaves_bytes_on_both_sides()
    {
        var run = from claimed in Gen.Choose(0, 1 << 30)
                  from length in Gen.Choose(0, 1 << 28)
                  from rate in Gen.Elements(0.0, 1, 1e3, 1e5, 1e6, 1e8, 1e10)
                  from isLevel in Gen.Elements(true, false)
                  select new RunView(claimed, (long)claimed + length, rate, isLevel);
        var cases = from runs in run.ListOf()
                    from roundTrip in Gen.Elements(0.0, 0.0002, 0.05, 0.5)
                    from minimum in Gen.Elements(1L, 64 << 10, MiB, 64 * MiB)
                    from thieves in Gen.Choose(1, 40)
                    from peak in Gen.Elements(0.0, 1e6, 1e11)
                    select (runs.ToArray(), roundTrip, minimum, thieves, peak);

        Prop.ForAll(cases.ToArbitrary(), one =>
        {
            var (runs, roundTrip, minimum, thieves, peak) = one;
            var path = new PathView(roundTrip, Peak: peak);
            (int Victim, long Cut)?[] choices = [StealPolicy.Choose(runs, path, minimum, thieves), StealPolicy.Relieve(runs, path, minimum, thieves)];
            return choices.All(choice => choice is not var (victim, cut) || (cut > runs[victim].Claimed && cut < runs[victim].End));
        }).QuickCheckThrowOnFailure();
    }

    [Theory]
    [Each(3, 24)]
    public void Several_thieves_end_together(int thieves)
    {
        List<RunView> runs = [Old(0, 64 * MiB, rate: 5e6), Old(64 * MiB, 192 * MiB, rate: 5e6)];
        var path = new PathView(0.186, InitialWindow: 89_000, SetUpRoundTrips: PathView.Prepared);

        for (var left = thieves; left > 0; left--)
        {
            // For the last ones, no steal may be worthwhile any more.
            if (StealPolicy.Choose(runs, path, MiB, left) is not var (victim, cut)) break;
            runs.Add(new RunView(cut, runs[victim].End, 0, IsLevel: false));
            runs[victim] = runs[victim] with { End = cut };
        }

        Assert.True(runs.Count > 2 + (2 * thieves / 3), $"{runs.Count} runs.");
        // In addition to the MiB to which a split is rounded.
        var ends = runs.ConvertAll(run => run.IsLevel ? run.End / 5e6 - (run.Claimed / 5e6) : StealPolicy.Duration(run.End - run.Claimed, 5e6, path));
        Assert.True(ends.Max() < 1.15 * ends.Average() + 0.25, string.Join(", ", ends.Select(end => end.ToString("0.00", CultureInfo.InvariantCulture))));
    }

    [Fact]
    public void Spare_streams_take_bytes_from_a_late_run_only_near_the_end()
    {
        var path = new PathView(0.1, InitialWindow: 89_000, Peak: 100e6);
        RunView[] late = [Old(0, 40 * MiB, rate: 90e6), Old(100 * MiB, 140 * MiB, rate: 10e6)];
        RunView[] even = [Old(0, 40 * MiB, rate: 50e6), Old(100 * MiB, 140 * MiB, rate: 50e6)];
        RunView[] early = [Old(0, 4000 * MiB, rate: 90e6), Old(5000 * MiB, 9000 * MiB, rate: 10e6)];

        Assert.Equal(1, StealPolicy.Relieve(late, path, MiB, thieves: 1)!.Value.Victim);
        Assert.Null(StealPolicy.Relieve(even, path, MiB, thieves: 1));
        Assert.Null(StealPolicy.Relieve(early, path, MiB, thieves: 1));
        Assert.Null(StealPolicy.Relieve(late, path with { InitialWindow = 14_600 }, MiB, thieves: 1));
    }

    [Fact]
    public void A_stream_that_will_have_the_path_to_itself_is_left_alone()
    {
        // Two streams share a full path; when the first is done, the queue is empty and the second twice as fast (4 Gb/s, 50 ms).
        RunView[] runs = [Old(0, 5 * MiB, rate: 250e6), Old(1000 * MiB, 1400 * MiB, rate: 250e6)];
        var path = new PathView(0.05, InitialWindow: 89_000, SetUpRoundTrips: PathView.Prepared);

        Assert.NotNull(StealPolicy.Choose(runs, path, MiB));
        Assert.Null(StealPolicy.Choose(runs, path with { Stretch = 2 }, MiB));
    }

    [Fact]
    public void A_successor_begins_when_its_first_byte_comes_as_the_last_one_does()
    {
        var path = new PathView(0.1, SetUpRoundTrips: PathView.Prepared);
        RunView[] runs = [Old(0, 1 * MiB, rate: 10e6), Old(10 * MiB, 13 * MiB, rate: 10e6), new(20 * MiB, 21 * MiB, BytesPerSecond: 10e6, IsLevel: false)];

        Assert.Equal(1, StealPolicy.Ending(runs, path));
    }

    private static RunView Old(long claimed, long end, double rate) => new(claimed, end, rate, IsLevel: true);

    // "40@10 20~5": 40 MiB to go at 10 MB/s, and 20 MiB at 5 MB/s so far, in slow start.
    private static RunView[] Runs(string text) => [.. text.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select((run, i) =>
    {
        var start = i * 1000 * MiB;
        var numbers = run.Split('@', '~').Select(part => double.Parse(part, CultureInfo.InvariantCulture)).ToArray();
        return new RunView(start, start + ((long)numbers[0] * MiB), numbers[1] * 1e6, run.Contains('@'));
    })];

    [Theory]
    [InlineData(256 << 10, 2e3, 10e6, 0, true)]
    // Three times as slow as usual, and slower but almost done: not worth a connection.
    [InlineData(400 << 20, 3.4e6, 10e6, 0, false)]
    [InlineData(1 << 20, 1e6, 100e6, 0, false)]
    // Silence has its own limits. Where the usual rate is unknown, a crawl may be usual.
    [InlineData(256 << 10, 0, 10e6, 0, false)]
    [InlineData(256 << 10, 2e3, 0, 0, false)]
    // The fifth run in a row for which a new connection was no better.
    [InlineData(40 << 20, 0.5e6, 10e6, 0, true)]
    [InlineData(40 << 20, 0.5e6, 10e6, 4, false)]
    public void A_run_is_late_that_takes_far_longer_than_a_new_connection_would(long left, double rate, double usual, int givenUp, bool isLate) =>
        Assert.Equal(isLate, StealPolicy.IsLate(left, rate, usual, Path, givenUp));

    [Fact]
    public void A_stream_with_an_open_data_connection_takes_more()
    {
        RunView[] runs = [Old(0, 40 * MiB, rate: 10e6)];
        var (warm, prepared) = (new PathView(0.1), new PathView(0.1, InitialWindow: 89_000, SetUpRoundTrips: PathView.Prepared));

        var (first, second) = (StealPolicy.Choose(runs, warm, MiB)!.Value, StealPolicy.Choose(runs, prepared, MiB)!.Value);

        Assert.True(second.Cut < first.Cut, "The one that is ready sooner takes more.");
    }
}
