namespace Accelerator.Engine.Transfers;

/// <summary>
/// Which of one file's runs fetch from which source, so that those of a source that holds another file can be ended, and no later one
/// begins.
/// </summary>
internal sealed class SourceRuns
{
    private readonly object _lock = new();
    private readonly Dictionary<SegmentRun, int> _runs = [];
    private readonly HashSet<int> _barred = [];

    /// <summary>A stream begins a run.</summary>
    /// <returns>False when the source may give nothing any more.</returns>
    public bool TryBegin(SegmentRun run, int source)
    {
        lock (_lock) return !_barred.Contains(source) && _runs.TryAdd(run, source);
    }

    /// <summary>It has let go of it: no byte of it will be written any more.</summary>
    public void End(SegmentRun run)
    {
        lock (_lock) _runs.Remove(run);
    }

    /// <summary>
    /// Whether a source may give nothing any more. To be asked after <see cref="SegmentRun.Abort"/> is set: else the run is not ended from
    /// outside.
    /// </summary>
    public bool IsBarred(int source)
    {
        lock (_lock) return _barred.Contains(source);
    }

    /// <summary>Lets no run of a source begin any more, and ends those under way; they let go by and by.</summary>
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

    /// <summary>Whether runs of such sources are under way.</summary>
    public bool HasAny(Func<int, bool> isMeant)
    {
        lock (_lock) return _runs.Values.Any(isMeant);
    }

    /// <summary>The run of a source that has most before it; null when it has none.</summary>
    public SegmentRun? Longest(int source)
    {
        lock (_lock) return _runs.Where(run => run.Value == source).Select(run => run.Key).MaxBy(run => run.End - run.Position);
    }
}
