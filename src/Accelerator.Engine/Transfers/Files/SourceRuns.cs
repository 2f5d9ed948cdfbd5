using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Engine.Transfers.Files;

/// <summary>
/// The runs of one file by source, so that the runs of a source that holds another file can be ended, and no later one starts.
/// </summary>
internal sealed class SourceRuns
{
    private readonly object _lock = new();
    private readonly Dictionary<SegmentRun, int> _runs = [];
    private readonly HashSet<int> _barred = [];

    /// <summary>Registers the start of a run.</summary>
    /// <returns>False when the source may no longer contribute bytes.</returns>
    public bool TryBegin(SegmentRun run, int source)
    {
        lock (_lock) return !_barred.Contains(source) && _runs.TryAdd(run, source);
    }

    /// <summary>Removes a released run: no byte of it will be written any more.</summary>
    public void End(SegmentRun run)
    {
        lock (_lock) _runs.Remove(run);
    }

    /// <summary>
    /// Returns whether a source may no longer contribute bytes. Must be called after <see cref="SegmentRun.Abort"/> is set; otherwise the
    /// run is not ended from outside.
    /// </summary>
    public bool IsBarred(int source)
    {
        lock (_lock) return _barred.Contains(source);
    }

    /// <summary>Prevents further runs of a source, and ends those in progress; they are released in the background.</summary>
    public void Bar(int source)
    {
        SegmentRun[] barred;
        lock (_lock)
        {
            _barred.Add(source);
            barred = [.. _runs.Where(run => run.Value == source).Select(run => run.Key)];
        }
        foreach (var run in barred) run.Abort?.Invoke(new RunRevokedException());
    }

    /// <summary>Returns whether runs of the selected sources are in progress.</summary>
    public bool HasAny(Func<int, bool> isMeant)
    {
        lock (_lock) return _runs.Values.Any(isMeant);
    }

    /// <summary>Returns the run of a source that has the most bytes left; null when it has none.</summary>
    public SegmentRun? Longest(int source)
    {
        lock (_lock) return _runs.Where(run => run.Value == source).Select(run => run.Key).MaxBy(run => run.End - run.Position);
    }
}
