using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// The remaining work for a file in segments: pieces to send, and samples to compare as soon as the pieces on both sides of a seam are
/// complete. Many pairs take from it at once.
/// </summary>
internal sealed class FxpSegmentQueue
{
    private readonly object _lock = new();
    private readonly LinkedList<ByteRange> _pieces;
    private readonly List<ByteRange> _samples;
    private readonly HashSet<ByteRange> _ahead = [];
    private readonly List<ByteRange> _done;
    private readonly IntervalSet _there = new();
    private readonly WakeSignal _changed = new();
    private int _inProgress;

    public FxpSegmentQueue(FxpSegments segments, IReadOnlyList<ByteRange> samples)
    {
        _pieces = new LinkedList<ByteRange>(segments.Pieces);
        _samples = [.. samples];
        _done = [.. segments.Kept];
        foreach (var range in segments.Kept) _there.Add(range);
    }

    /// <summary>The complete ranges, in order.</summary>
    public IReadOnlyList<ByteRange> Done
    {
        get { lock (_lock) return [.. _done.OrderBy(range => range.Start)]; }
    }

    /// <summary>Takes the next piece, else a sample; waits while other pairs may still return one.</summary>
    /// <param name="resting">Called when there is no work now, but some may come; called again as long as it has found something to
    /// do.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <returns>The bytes, and whether they are to be compared; null when everything is done.</returns>
    public async Task<(ByteRange Range, bool IsSample)?> TakeAsync(Func<Task<bool>> resting, CancellationToken cancellationToken)
    {
        var hasRested = false;
        while (true)
        {
            Task changed;
            lock (_lock)
            {
                if (Next() is { } next)
                {
                    _inProgress++;
                    return next;
                }
                if (_inProgress == 0) return null;
                changed = _changed.Next;
            }
            if (!hasRested)
            {
                hasRested = !await resting().ConfigureAwait(false);
                continue;
            }
            await changed.WaitAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Takes a sample whose pieces are not complete yet, for an idle pair; each sample once.</summary>
    public ByteRange? TakeAhead()
    {
        lock (_lock)
        {
            if (_pieces.Count > 0 || _samples.Find(range => !_ahead.Contains(range)) is not { Length: > 0 } sample) return null;
            _ahead.Add(sample);
            return sample;
        }
    }

    /// <summary>Marks work that was taken as done.</summary>
    public void Finish(ByteRange range, bool isSample)
    {
        lock (_lock)
        {
            _inProgress--;
            if (!isSample)
            {
                _done.Add(range);
                _there.Add(range);
            }
            _changed.Set();
        }
    }

    /// <summary>Puts back work that was taken, to be done by another pair, or again.</summary>
    public void GiveBack(ByteRange range, bool isSample)
    {
        lock (_lock)
        {
            _inProgress--;
            if (isSample) _samples.Add(range);
            else _pieces.AddFirst(range);
            _changed.Set();
        }
    }

    private (ByteRange Range, bool IsSample)? Next()
    {
        if (_pieces.First is { } first)
        {
            _pieces.RemoveFirst();
            return (first.Value, false);
        }
        var ready = _samples.FindIndex(_there.Contains);
        if (ready < 0) return null;
        var sample = _samples[ready];
        _samples.RemoveAt(ready);
        return (sample, true);
    }
}
