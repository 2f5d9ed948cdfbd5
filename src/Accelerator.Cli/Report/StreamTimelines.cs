namespace Accelerator.Cli.Report;

/// <summary>The timelines of all streams, with at most <see cref="MostSpans"/> bars together.</summary>
internal sealed class StreamTimelines
{
    /// <summary>The maximum number of bars.</summary>
    public const int MostSpans = 3000;

    /// <summary>The maximum number of streams of a run.</summary>
    public const int MostStreams = 64;

    private readonly StreamTimelineRecorder?[] _timelines = new StreamTimelineRecorder?[MostStreams];
    private TimeSpan _grain = TimeSpan.FromMilliseconds(50);

    /// <summary>The timelines in use, by stream number.</summary>
    public IEnumerable<(int Slot, StreamTimelineRecorder Timeline)> Used =>
        _timelines.Select((timeline, slot) => (slot, timeline)).Where(entry => entry.timeline is not null)
            .Select(entry => (entry.slot, entry.timeline!));

    /// <summary>Returns whether the stream number is valid.</summary>
    public static bool Has(int slot) => slot is >= 0 and < MostStreams;

    /// <summary>Returns the timeline of a stream.</summary>
    public StreamTimelineRecorder Of(int slot) => _timelines[slot] ??= new StreamTimelineRecorder();

    /// <summary>Called when bars were added: thins the timelines if there are too many.</summary>
    public void Trim()
    {
        if (Count <= MostSpans) return;
        Thin();
        // Thinning the bars added since the last call is often enough; use a coarser grain only if it is not.
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
