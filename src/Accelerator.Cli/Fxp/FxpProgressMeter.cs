using Accelerator.Engine.Fxp;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Fxp;

/// <summary>
/// Combines the progress reports of a run's files into the snapshot that every view draws. The bytes of a file in progress are known if its
/// destination reports them.
/// </summary>
/// <param name="request">The run.</param>
/// <param name="time">Clock.</param>
internal sealed class FxpProgressMeter(FxpRequest request, TimeProvider time)
{
    // The destination is polled every two seconds.
    private static readonly TimeSpan RateWindow = TimeSpan.FromSeconds(10);

    private readonly object _lock = new();
    private readonly long _began = time.GetTimestamp();
    private readonly Dictionary<string, Row> _inProgress = [];
    private readonly Dictionary<string, long> _sizes = request.Items.Where(item => item.Listed is not null)
        .ToDictionary(item => request.Destination.Describe(item.To), item => item.Listed!.Size);
    private readonly Queue<(TimeSpan At, long Bytes)> _history = new([(TimeSpan.Zero, 0)]);
    private int _done;
    private long _doneBytes;
    private long _sent;

    /// <summary>Records an event of the engine.</summary>
    public void Take(FxpEvent value)
    {
        lock (_lock)
        {
            switch (value)
            {
                case FxpEvent.Planned { Plan: var plan }:
                    var key = request.Destination.Describe(plan.Item.To);
                    _sizes[key] = plan.Size;
                    var slot = _inProgress.GetValueOrDefault(key)?.Slot ?? FreeSlot();
                    _inProgress[key] = new Row(slot, plan, time.GetElapsedTime(_began));
                    break;
                case FxpEvent.Progress { Item: var item, Held: var held }:
                    _inProgress.GetValueOrDefault(request.Destination.Describe(item.To))?.Take(held, time.GetElapsedTime(_began));
                    break;
                case FxpEvent.Finished { Result: var result }:
                    _inProgress.Remove(result.Destination);
                    if (result.Failure is not null) break;
                    _sizes[result.Destination] = result.Size;
                    (_done, _doneBytes, _sent) = (_done + 1, _doneBytes + result.Size, _sent + result.BytesSent);
                    break;
            }
        }
    }

    /// <summary>Returns the current state.</summary>
    public TransferSnapshot Snapshot()
    {
        lock (_lock)
        {
            var elapsed = time.GetElapsedTime(_began);
            var sent = _sent + _inProgress.Values.Sum(file => file.Held - file.Begun);
            _history.Enqueue((elapsed, sent));
            while (_history.Count > 2 && elapsed - _history.Peek().At > RateWindow) _history.Dequeue();
            var (since, before) = _history.Peek();
            var streams = _inProgress.Values.OrderBy(static row => row.Slot).Select(row => row.At(elapsed)).ToList();
            return new TransferSnapshot
            {
                Elapsed = elapsed,
                Phase = _done + _inProgress.Count == 0 ? TransferPhase.Connecting : TransferPhase.Transferring,
                BytesDone = _doneBytes + _inProgress.Values.Sum(file => file.Held),
                BytesTotal = _sizes.Count == 0 ? null : _sizes.Values.Sum(),
                BytesFetched = sent,
                BytesPerSecond = Math.Max(0, sent - before) / Math.Max(0.5, (elapsed - since).TotalSeconds),
                FilesDone = _done,
                FilesTotal = request.Items.Count,
                CurrentFile = streams.Count > 0 ? streams[0].FileName : SafeText.Escape(request.Destination.ToString()),
                ActiveStreams = streams.Count,
                WantedStreams = Math.Min(request.Parallel, request.Items.Count),
                Streams = streams,
            };
        }
    }

    private int FreeSlot() =>
        Enumerable.Range(0, _inProgress.Count + 1).First(slot => _inProgress.Values.All(row => row.Slot != slot));

    // A file in progress: its row in the display stays the same until it ends.
    private sealed class Row
    {
        private readonly FxpPlan _plan;
        private readonly TimeSpan _began;
        private readonly GoodputHistory _history = new();

        public Row(int slot, FxpPlan plan, TimeSpan now)
        {
            (Slot, _plan, _began) = (slot, plan, now);
            Take(plan.Offset, now);
        }

        public int Slot { get; }

        public long Begun => _plan.Offset;

        public long Held { get; private set; }

        public void Take(long held, TimeSpan now)
        {
            Held = held;
            _history.Add(now.TotalSeconds, held);
        }

        public StreamSnapshot At(TimeSpan now)
        {
            var since = now - _began > RateWindow ? now - RateWindow : _began;
            var rate = _history.Rate(since.TotalSeconds, now.TotalSeconds) ?? 0;
            return new StreamSnapshot(Slot, StreamState.Receiving, _plan.Item.To.Name, Begun, Held, _plan.Size, Math.Max(0, rate));
        }
    }
}
