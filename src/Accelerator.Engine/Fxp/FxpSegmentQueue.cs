using Accelerator.Engine.Ranges;
using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// What is left to be done for a file in segments: pieces to be sent, and samples to be compared as soon as the pieces on both sides of a
/// seam are there. Many pairs take from it at once.
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

    /// <summary>What is complete, in order.</summary>
    public IReadOnlyList<ByteRange> Done
    {
        get { lock (_lock) return [.. _done.OrderBy(range => range.Start)]; }
    }

    /// <summary>Takes the next piece, else a sample; waits while others may still give one back.</summary>
    /// <param name="resting">Called where there is nothing now, and something may come; again, as long as it has found something to
    /// do.</param>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <returns>The bytes, and whether they are to be compared; null when all is done.</returns>
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

    /// <summary>A sample whose pieces are not there yet, for somebody who has nothing else to do; each once.</summary>
    public ByteRange? TakeAhead()
    {
        lock (_lock)
        {
            if (_pieces.Count > 0 || _samples.Find(range => !_ahead.Contains(range)) is not { Length: > 0 } sample) return null;
            _ahead.Add(sample);
            return sample;
        }
    }

    /// <summary>What was taken is done.</summary>
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

    /// <summary>What was taken is to be done by another, or again.</summary>
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
