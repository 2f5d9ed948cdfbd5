namespace Accelerator.Cli.Tests.Report;

/// <summary>
/// Each row of a theory is the input for one stream, in order, and the expected bars. <c>0.9 Took 100-500</c> is an event with its range,
/// <c>0.8 see Receiving 100-150</c> a snapshot with the start of the range and the position, <c>1.4 miss</c> a snapshot without the stream.
/// </summary>
public sealed class StreamTimelineRecorderTests
{
    private readonly StreamTimelineRecorder _timeline = new();

    [Theory]
    // Events give exact bars.
    [InlineData("0.1 Connecting, 0.8 LoggedIn, 0.9 Took 100-500, 1 FirstByte 100-500, 1.3 Completed 100-500", "Connecting 0.1-0.8, Requesting 0.9-1, Receiving 1-1.3", 400)]
    // Without events the snapshots give the bars.
    [InlineData(
        "0.2 see Connecting 0-0, 0.4 see Connecting 0-0, 0.6 see Requesting 100-100, 0.8 see Receiving 100-150, 1 see Receiving 100-250, 1.2 see Receiving 900-950, 1.4 miss",
        "Connecting 0.2-0.6, Receiving 0.6-1, Receiving 1-1.4", 200)]
    // A snapshot that is older than the last event is ignored.
    [InlineData("1 FirstByte 0-500, 2 Completed 0-500, 1.9 see Receiving 0-480, 1.95 miss", "Receiving 1-2", 500)]
    // An event that arrives after the snapshot that already shows it changes nothing.
    [InlineData("1 see Receiving 0-100, 0.9 FirstByte 0-500, 1.2 see Receiving 0-200", "Receiving 1-1.2", 200)]
    // A stream that failed or stalled keeps its recorded bars.
    [InlineData("1 FirstByte 0-500, 1.5 see Receiving 0-300, 2 Failed 300-500, 2.2 see BackingOff 0-0, 2.4 see BackingOff 0-0", "Receiving 1-2, BackingOff 2.2-2.4", 300)]
    [InlineData("1 FirstByte 0-500, 1.5 see Receiving 0-300, 2 Stalled 300-500, 2.2 see BackingOff 0-0, 2.4 see BackingOff 0-0", "Receiving 1-2, BackingOff 2.2-2.4", 300)]
    // A range that has ended is not drawn again while its connection is being closed.
    [InlineData("1 FirstByte 0-500, 2 CutShort 0-400, 2.1 see Receiving 0-400, 2.3 see Idle 0-0", "Receiving 1-2", 400)]
    [InlineData(
        "1 FirstByte 0-500, 2 CutShort 0-400, 2.1 see Receiving 0-400, 2.3 see Idle 0-0, 2.5 Took 0-500, 2.9 see Requesting 0-0", "Receiving 1-2, Requesting 2.5-2.9", 400)]
    // A range without a known end ends at the last observed position.
    [InlineData("1 FirstByte 0-9223372036854775807, 1.5 see Receiving 0-300, 2 Completed 0-9223372036854775807", "Receiving 1-2", 300)]
    public void Stream_events_become_timeline_bars(string told, string bars, long bytes)
    {
        Notify(told);
        Assert.Equal(bars, Bars());
        Assert.Equal(bytes, _timeline.Bytes);
        Assert.Equal(bytes, _timeline.Spans.Where(span => span.State == StreamState.Receiving).Sum(span => span.Position - span.Start));
    }

    [Fact]
    public void A_stream_from_which_nothing_comes_is_silent_until_something_does()
    {
        Notify("1 FirstByte 0-500, 1.2 see Receiving 0-100, 1.8 see Receiving 0-100, 2.4 see Receiving 0-100, 3 see Receiving 0-100");
        Notify("3.2 see Receiving 0-300, 3.4 see Receiving 0-350, 4.6 Stalled 350-500");
        Assert.Equal("Receiving 1-1.2, Receiving 1.2-3, Receiving 3-3.4, Receiving 3.4-4.6", Bars());
        Assert.Equal([false, true, false, true], _timeline.Spans.Select(span => span.IsSilent));
        Assert.Equal([(0L, 100L), (100L, 100L), (100L, 350L), (350L, 350L)], _timeline.Spans.Select(span => (span.Start, span.Position)));
        Assert.Equal(350, _timeline.Bytes);
    }

    [Fact]
    public void Thinning_makes_one_bar_of_short_neighbours_and_counts_them()
    {
        for (var i = 0; i < 10; i++) Notify($"{i} Took {i}00-{i + 1}00, {i}.1 FirstByte {i}00-{i + 1}00, {i + 1} Completed {i}00-{i + 1}00");
        Assert.Equal(20, _timeline.Count);
        _timeline.Thin(TimeSpan.FromSeconds(2));
        Assert.Equal("Receiving 0-2, Receiving 2-4, Receiving 4-6, Receiving 6-8, Receiving 8-10", Bars());
        Assert.All(_timeline.Spans, span => Assert.Equal((4L, 200L), (span.Ranges, span.Position - span.Start)));
        Assert.Equal(1000, _timeline.Bytes);
    }

    private void Notify(string told)
    {
        foreach (var words in told.Split(", ").Select(part => part.Split(' ')))
        {
            var at = TimeSpan.FromSeconds(double.Parse(words[0], CultureInfo.InvariantCulture));
            var range = words[^1].Contains('-') ? words[^1].Split('-').Select(long.Parse).ToArray() : [0, 0];
            if (words[1] == "miss") _timeline.Miss(at);
            else if (words[1] == "see") _timeline.See(at, new StreamSnapshot(0, Enum.Parse<StreamState>(words[2]), "f", range[0], range[1], 500, 1));
            else _timeline.Happen(new StreamEvent(at, 0, Enum.Parse<StreamEventKind>(words[1]), "f", range[0], range[1], ""));
        }
    }

    private string Bars() => string.Join(", ", _timeline.Spans.Select(span => $"{span.State} {span.From.TotalSeconds}-{span.To.TotalSeconds}"));
}
