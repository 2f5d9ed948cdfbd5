using System.Diagnostics;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>Samples a run for the <see cref="StreamController"/>, and tells what it decides.</summary>
internal sealed class StreamGovernor
{
    private static readonly TimeSpan ProcessorInterval = TimeSpan.FromSeconds(1);

    // A busy computer's milliseconds are no queue.
    private static readonly TimeSpan LeastQueued = TimeSpan.FromMilliseconds(5);

    private readonly IReadOnlyList<Lane> _lanes;
    private readonly WorkerContext _context;
    private readonly StreamController _controller;
    private readonly StallWatch _stalls;
    private readonly bool _isKnown;
    private readonly long _started;
    private TimeSpan _processor;
    private long _processorAt;
    private bool _isBusy;
    private double _exhausted;

    public StreamGovernor(IReadOnlyList<Lane> lanes, StreamLimits limits, WorkerContext context)
    {
        _lanes = lanes;
        _context = context;
        _controller = new StreamController(limits);
        _isKnown = limits.IsKnown;
        _stalls = new StallWatch(context);
        _started = _processorAt = context.Time.GetTimestamp();
    }

    /// <summary>Streams wanted on each lane.</summary>
    public int Wanted => Math.Min(_controller.Wanted, Allowed);

    /// <summary>Sessions wanted beside them.</summary>
    public int Spare => Math.Min(_controller.Spare, Allowed - Wanted);

    /// <summary>Streams on each lane that are allowed from outside. The controller does not know: what it finds out is to hold when there are more again.</summary>
    public int Allowed => _lanes.Min(lane => lane.MostStreams);

    /// <summary>The number of streams to begin with next time, and what it brought; null while nobody knows.</summary>
    public (int Streams, double Rate)? Reached => _controller.Reached;

    /// <summary>Takes one sample and lets the controller decide.</summary>
    /// <returns>Whether the number of streams, or of spare ones, has changed.</returns>
    public bool Look()
    {
        var (wanted, spare) = (Wanted, Spare);
        var (open, ended, unbegun) = _context.Work.Files.Look();
        // When the last range is in there is nothing to decide; before the first plan there is a number to begin with.
        if (unbegun.Count == 0 && open.All(file => file.Stage is FileStage.Finishing or FileStage.Ended)) return false;
        var roundTrip = _lanes.Max(lane => lane.RoundTrip);
        var (receiving, level) = _context.Meter.Pulse(roundTrip);
        _stalls.Look(roundTrip);
        var left = unbegun.Unsized > 0 || open.Any(file => Size(file) is null) ? long.MaxValue : ByteTotal.Of([unbegun.Bytes, .. open.Select(Left)]);
        var decision = _controller.Observe(new StreamSample
        {
            Seconds = _context.Time.GetElapsedTime(_started).TotalSeconds,
            RoundTrip = roundTrip.TotalSeconds,
            Fetched = ended.Fetched + open.Sum(file => file.BytesFetched),
            Left = left,
            Start = Start(open, unbegun),
            Receiving = receiving,
            Level = level.Count,
            Ping = _lanes.Max(lane => lane.LastPing).TotalSeconds,
            LevelRate = level.Count == 0 ? 0 : level.Order().ElementAt(level.Count / 2),
            Ceiling = _lanes.Min(lane => lane.Gate.SettledCeiling),
            Worth = unbegun.Count > 0 ? int.MaxValue : Worth(open),
            Deaths = _context.Meter.TakeDeaths(),
            IsLocalBound = IsLocalBound(),
        });
        foreach (var lane in _lanes)
        {
            // While the number is looked for, and when the end is near.
            lane.IsPinged = !_controller.IsSettled || left < _controller.Peak * (1 + (20 * roundTrip.TotalSeconds));
            lane.Peak = _controller.Peak / _lanes.Count;
            lane.Stretch = Stretch(lane, _controller.Rate);
        }
        if (decision is not null) _context.Events.Report(new TransferEvent.Decided(decision));
        return wanted != Wanted || spare != Spare;
    }

    // Where nobody asks, a path that carries what it can has a queue, mostly of one bandwidth-delay product.
    private static double Stretch(Lane lane, double rate)
    {
        if (lane.LastPing > TimeSpan.Zero) return Math.Clamp(lane.LastPing / (lane.RoundTrip > LeastQueued ? lane.RoundTrip : LeastQueued), 1, 3);
        return rate > 0.85 * lane.Peak ? 2 : 1;
    }

    private static long? Size(FileTransfer file) => file.Stage < FileStage.Fetching ? file.Item.Listed?.Size : file.Plan?.Identity.Size ?? (file.Stage == FileStage.Ended ? 0 : null);

    private static long Left(FileTransfer file) => file.Stage == FileStage.Ended ? 0 : Math.Max(0, (Size(file) ?? 0) - (file.Map?.BytesWritten ?? 0));

    // A small file keeps a stream for some round trips, whatever the path can carry: as many of them side by side as are allowed, even where
    // fewer were right for large ones.
    private int Start(FileTransfer[] open, FileSums unbegun)
    {
        var usual = _lanes[0].Start(_context.Request, null);
        if (_context.Work.Files.Count == 1) return open is [{ Stage: FileStage.Fetching } only] && !_isKnown ? only.Plan.InitialStreams : usual;
        return Math.Max(usual, unbegun.Small + open.Count(file => file is { IsSmall: true, Stage: < FileStage.Finishing }));
    }

    // Files that nobody has looked at yet may be large.
    private int Worth(FileTransfer[] files) => files.Any(file => file.Stage < FileStage.Fetching)
        ? int.MaxValue
        : Math.Max(1, files.Where(file => file.Stage == FileStage.Fetching).Sum(Worth));

    private int Worth(FileTransfer file) =>
        file.IsSingle ? 1 : _context.Request.Streams ?? Math.Max(file.Plan.InitialStreams, TransferPlanner.Worthwhile(file.Length));

    // Blocks that are all taken are a disk that does not keep up; a processor that is all ours has nothing left for more streams.
    private bool IsLocalBound()
    {
        _exhausted += ((_context.Blocks.IsExhausted ? 1 : 0) - _exhausted) / 10;
        var elapsed = _context.Time.GetElapsedTime(_processorAt);
        if (elapsed >= ProcessorInterval)
        {
            using var self = Process.GetCurrentProcess();
            var used = self.TotalProcessorTime;
            _isBusy = _processor > TimeSpan.Zero && (used - _processor).TotalSeconds > 0.85 * elapsed.TotalSeconds * Environment.ProcessorCount;
            (_processor, _processorAt) = (used, _context.Time.GetTimestamp());
        }
        return _isBusy || _exhausted > 0.2;
    }
}
