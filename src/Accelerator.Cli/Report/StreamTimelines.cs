namespace Accelerator.Cli.Report;

/// <summary>The lanes of all streams, in at most <see cref="MostSpans"/> bars together.</summary>
internal sealed class StreamTimelines
{
    /// <summary>Most bars.</summary>
    public const int MostSpans = 3000;

    /// <summary>Most streams of a run.</summary>
    public const int MostStreams = 64;

    private readonly StreamTimelineRecorder?[] _timelines = new StreamTimelineRecorder?[MostStreams];
    private TimeSpan _grain = TimeSpan.FromMilliseconds(50);

    /// <summary>The lanes in use, by the number of their stream.</summary>
    public IEnumerable<(int Slot, StreamTimelineRecorder Timeline)> Used =>
        _timelines.Select((timeline, slot) => (slot, timeline)).Where(entry => entry.timeline is not null)
            .Select(entry => (entry.slot, entry.timeline!));

    /// <summary>Whether there is such a stream.</summary>
    public static bool Has(int slot) => slot is >= 0 and < MostStreams;

    /// <summary>The lane of a stream.</summary>
    public StreamTimelineRecorder Of(int slot) => _timelines[slot] ??= new StreamTimelineRecorder();

    /// <summary>To be called when bars were added: makes room where there are too many.</summary>
    public void Trim()
    {
        if (Count <= MostSpans) return;
        Thin();
        // What came since the last time is often enough; a coarser grain only where it is not.
        while (Count > MostSpans * 3 / 4)
        {
            _grain *= 2;
            Thin();
        }
    }

    private int Count => Used.Sum(entry => entry.Timeline.Count);

    private void Thin()
    {
        foreach (var (_, timeline) in Used) timeline.Thin(_grain);
    }
}
