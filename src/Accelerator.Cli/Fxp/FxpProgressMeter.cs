using Accelerator.Engine.Fxp;
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
    private readonly Dictionary<string, (string Name, long Begun, long Held, long Size)> _inProgress = [];
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
                    _inProgress[key] = (plan.Item.To.Name, plan.Offset, plan.Offset, plan.Size);
                    break;
                case FxpEvent.Progress { Item: var item, Held: var held }:
                    var moving = request.Destination.Describe(item.To);
                    if (_inProgress.TryGetValue(moving, out var file)) _inProgress[moving] = file with { Held = held };
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
            var streams = _inProgress.Values.Select(
                (file, i) => new StreamSnapshot(i, StreamState.Receiving, file.Name, file.Begun, file.Held, file.Size, 0)).ToList();
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
}
