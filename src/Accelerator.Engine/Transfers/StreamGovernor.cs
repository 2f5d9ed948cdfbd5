using System.Diagnostics;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Streams;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// Samples a run for the <see cref="StreamController"/> of each lane, and tells what they decide. Over them it shares what is common: a number that the user
/// gave, the bytes that are left, and the turns in which lanes of one server or one path try other numbers.
/// </summary>
internal sealed class StreamGovernor
{
    private static readonly TimeSpan ProcessorInterval = TimeSpan.FromSeconds(1);

    private readonly IReadOnlyList<LanePilot> _pilots;
    private readonly IReadOnlyList<LaneGroup> _groups;
    private readonly WorkerContext _context;
    private readonly StallWatch _stalls;
    private readonly long _started;
    private TimeSpan _processor;
    private long _processorAt;
    private bool _isBusy;
    private double _exhausted;

    public StreamGovernor(IReadOnlyList<Lane> lanes, WorkerContext context)
    {
        _context = context;
        _pilots = [.. lanes.Select(lane => new LanePilot(lane, Limits(lane, lanes)))];
        _groups = [.. _pilots.GroupBy(pilot => GroupOf(pilot.Lane)).Select(group => new LaneGroup([.. group], context))];
        _stalls = new StallWatch(context);
        _started = _processorAt = context.Time.GetTimestamp();
        if (context.Request.Streams is { } given && lanes.Count > 1) foreach (var group in _groups) group.ShareOut(given, 0);
    }

    /// <summary>Streams wanted in all.</summary>
    public int Wanted => _pilots.Sum(pilot => pilot.Wanted);

    /// <summary>The lanes.</summary>
    public IReadOnlyList<LanePilot> Lanes => _pilots;

    /// <summary>Takes one sample and lets the controllers decide.</summary>
    /// <returns>Whether the number of streams, or of spare ones, has changed.</returns>
    public bool Look()
    {
        var before = Numbers();
        var (open, ended, unbegun) = _context.Work.Files.Look();
        // When the last range is in there is nothing to decide; before the first plan there is a number to begin with.
        if (unbegun.Count == 0 && open.All(file => file.Stage is FileStage.Finishing or FileStage.Ended)) return false;
        var seconds = _context.Time.GetElapsedTime(_started).TotalSeconds;
        foreach (var pilot in _pilots) pilot.Take(_context.Meter.Pulse(pilot.Lane.Index, pilot.Lane.RoundTrip), seconds);
        _stalls.Look(_pilots.Max(pilot => pilot.Lane.RoundTrip));

        var left = unbegun.Unsized > 0 || open.Any(file => Size(file) is null) ? long.MaxValue : ByteTotal.Of([unbegun.Bytes, .. open.Select(Left)]);
        var worth = unbegun.Count > 0 ? int.MaxValue : Worth(open);
        if (_context.Request.Streams is { } given && _pilots.Count > 1)
        {
            foreach (var group in _groups) group.ShareOut(Math.Min(given, worth), seconds);
            worth = int.MaxValue;
        }
        var isLocalBound = IsLocalBound();
        foreach (var pilot in _pilots.Where(pilot => !pilot.Lane.Silence.IsSilent))
        {
            var part = Part(pilot);
            var decision = pilot.Observe(new StreamSample
            {
                Seconds = seconds,
                RoundTrip = 0,
                Fetched = 0,
                Left = left == long.MaxValue ? left : (long)(left * part),
                Start = Start(pilot, open, unbegun),
                Receiving = 0,
                Level = 0,
                LevelRate = 0,
                Ceiling = 0,
                Worth = worth == int.MaxValue ? worth : Math.Max(1, (int)Math.Ceiling(worth * part)),
                IsLocalBound = isLocalBound,
                IsHeld = _pilots.Any(other => other.IsTrying && Meets(other, pilot)),
                Others = _pilots.Where(other => Meets(other, pilot)).Sum(other => other.Rate),
            }, left);
            if (decision is not null) _context.Events.Report(new TransferEvent.Decided(Named(pilot, decision)));
        }
        return !before.SequenceEqual(Numbers());
    }

    private (int, int)[] Numbers() => [.. _pilots.Select(pilot => (pilot.Wanted, pilot.Spare))];

    // Lanes that fetch the same files: those of one server by several paths, and of its replicas. Servers of other files have numbers of their own.
    private FtpEndpoint GroupOf(Lane lane) => _context.Replicas.Contains(lane) ? _context.Lanes[0].Site : lane.Site;

    private StreamLimits Limits(Lane lane, IReadOnlyList<Lane> lanes)
    {
        var request = _context.Request;
        // A number of the user's holds for all lanes of a group together; one of ours for each lane, up to what the meter has rows for.
        var most = request.Streams ?? (lanes.Count == 1 ? request.MostStreams
            : request.MaxStreams is { } given ? Math.Max(1, given / lanes.Count(other => GroupOf(other) == GroupOf(lane)))
            : Math.Max(1, Math.Min(TransferPlanner.AutoMost, StreamCrew.MostSlots / lanes.Count)));
        var start = Math.Min(Math.Max(lane.Start(request, null), _context.Work.Files.Unbegun.Small), most);
        var isOneOfSeveral = lanes.Any(other => other != lane && GroupOf(other) == GroupOf(lane));
        return new StreamLimits(start, most, request.Streams is not null, IsKnown: lane.Notes.Known.Plateau is not null, Least: isOneOfSeveral ? TransferPlanner.AutoStart : 1);
    }

    // Two lanes that share neither the server nor the way out have nothing to do with one another.
    private static bool Meets(LanePilot one, LanePilot other) => one != other && (one.Lane.Site == other.Lane.Site || one.Lane.LocalPath == other.Lane.LocalPath);

    // What a lane will bring of what is left. Of one that has only just begun nobody knows.
    private double Part(LanePilot pilot) => pilot.Rate > 0 ? pilot.Rate / _pilots.Sum(other => other.Rate) : 1.0 / _pilots.Count;

    private StreamDecision Named(LanePilot pilot, StreamDecision decision) => _pilots.Count == 1 ? decision : decision with { Why = $"{pilot.Lane.Name}: {decision.Why}" };

    private static long? Size(FileTransfer file) => file.Stage < FileStage.Fetching ? file.Item.Listed?.Size : file.Plan?.Identity.Size ?? (file.Stage == FileStage.Ended ? 0 : null);

    private static long Left(FileTransfer file) => file.Stage == FileStage.Ended ? 0 : Math.Max(0, (Size(file) ?? 0) - (file.Map?.BytesWritten ?? 0));

    // A small file keeps a stream for some round trips, whatever the path can carry: as many of them side by side as are allowed, even where
    // fewer were right for large ones.
    private int Start(LanePilot pilot, FileTransfer[] open, FileSums unbegun)
    {
        var usual = pilot.Lane.Start(_context.Request, null);
        if (_context.Work.Files.Count > 1) return Math.Max(usual, Shared(unbegun.Small + open.Count(file => file is { IsSmall: true, Stage: < FileStage.Finishing })));
        return open is [{ Stage: FileStage.Fetching } only] && !pilot.IsKnown ? Shared(only.Plan.InitialStreams) : usual;
    }

    private int Shared(int streams) => (streams + _pilots.Count - 1) / _pilots.Count;

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
