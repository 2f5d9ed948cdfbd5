using System.Diagnostics;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Streams;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Samples a run for the <see cref="StreamController"/> of each route, and reports their decisions. It coordinates what the routes share: a
/// number given by the user, the bytes left, and the turns in which routes of one server or one path try other numbers.
/// </summary>
internal sealed class StreamGovernor
{
    private static readonly TimeSpan ProcessorInterval = TimeSpan.FromSeconds(1);

    private readonly IReadOnlyList<RouteController> _controllers;
    private readonly IReadOnlyList<RouteGroup> _groups;
    private readonly WorkerContext _context;
    private readonly StallWatch _stalls;
    private readonly LoginWatch _logins;
    private readonly long _started;
    private TimeSpan _processor;
    private long _processorAt;
    private bool _isBusy;
    private double _exhausted;

    public StreamGovernor(WorkerContext context)
    {
        _context = context;
        var routes = context.Routes;
        _logins = new LoginWatch(context);
        _controllers = [.. routes.Select(route => new RouteController(route, Limits(route, routes)))];
        _groups = [.. _controllers.GroupBy(controller => GroupOf(controller.Route)).Select(group => new RouteGroup([.. group], context))];
        _stalls = new StallWatch(context);
        _started = _processorAt = context.Time.GetTimestamp();
        if (context.Request.Streams is { } given && routes.Count > 1) foreach (var group in _groups) group.ShareOut(given, 0);
    }

    /// <summary>Streams wanted in total.</summary>
    public int Wanted => _controllers.Sum(controller => controller.Wanted);

    /// <summary>The routes.</summary>
    public IReadOnlyList<RouteController> Routes => _controllers;

    /// <summary>Takes one sample and lets the controllers decide.</summary>
    /// <returns>Whether the number of streams, or of spare ones, has changed.</returns>
    public bool Sample()
    {
        var before = Numbers();
        var (open, ended, unbegun) = _context.Files.Snapshot();
        // There is nothing to decide after the last range has arrived; before the first plan there is a number to start with.
        if (unbegun.Count == 0 && open.All(file => file.Stage is FileStage.Finishing or FileStage.Ended)) return false;
        var seconds = _context.Time.GetElapsedTime(_started).TotalSeconds;
        foreach (var controller in _controllers)
            controller.Take(_context.Meter.Pulse(controller.Route.Index, controller.Route.RoundTrip), seconds);
        _logins.Check();
        _stalls.Check(_controllers.Max(controller => controller.Route.RoundTrip));

        var left = unbegun.Unsized > 0 || open.Any(file => Size(file) is null)
            ? long.MaxValue : ByteTotal.Of([unbegun.Bytes, .. open.Select(Left)]);
        var worth = unbegun.Count > 0 ? int.MaxValue : Worth(open);
        if (_context.Request.Streams is { } given && _controllers.Count > 1)
        {
            foreach (var group in _groups) group.ShareOut(Math.Min(given, worth), seconds);
            worth = int.MaxValue;
        }
        var isLocalBound = IsLocalBound();
        foreach (var controller in _controllers.Where(controller => !controller.Route.Breaker.IsOpen))
        {
            var (route, flow, part) = (controller.Route, controller.Flow, Part(controller));
            var decision = controller.Observe(new StreamSample
            {
                Seconds = seconds,
                RoundTrip = route.RoundTrip.TotalSeconds,
                Fetched = flow.Fetched,
                Ping = route.LastPing.TotalSeconds,
                Left = left == long.MaxValue ? left : (long)(left * part),
                Start = Start(controller, open, unbegun),
                Receiving = flow.Receiving,
                Level = flow.Level.Count,
                LevelRate = flow.LevelRate,
                Ceiling = route.Gate.SettledCeiling,
                Worth = worth == int.MaxValue ? worth : Math.Max(1, (int)Math.Ceiling(worth * part)),
                Deaths = flow.Deaths,
                IsLocalBound = isLocalBound,
                IsHeld = _controllers.Any(other => other.IsTrying && Meets(other, controller)),
                Others = _controllers.Where(other => Meets(other, controller)).Sum(other => other.Rate),
            }, left);
            if (decision is not null) _context.Events.Report(new TransferEvent.Decided(Named(controller, decision)));
        }
        return !before.SequenceEqual(Numbers());
    }

    private (int, int)[] Numbers() => [.. _controllers.Select(controller => (controller.Wanted, controller.Spare))];

    // A group is the routes that fetch the same files: those of one server by several paths, and of its replicas. Servers of other files
    // have their own numbers.
    private FtpEndpoint GroupOf(Route route) => _context.Replicas.Contains(route) ? _context.Routes[0].Site : route.Site;

    private StreamLimits Limits(Route route, IReadOnlyList<Route> routes)
    {
        var request = _context.Request;
        // A number given by the user applies to all routes of a group together; a number chosen by auto to each route, up to the rows of
        // the meter.
        var most = request.Streams ?? (routes.Count == 1 ? request.MostStreams
            : request.MaxStreams is { } given ? Math.Max(1, given / routes.Count(other => GroupOf(other) == GroupOf(route)))
            : Math.Max(1, Math.Min(TransferPlanner.AutoMost, TransferMeter.MostSlots / routes.Count)));
        var small = _context.Files.Unbegun.Small;
        var start = Math.Min(Math.Max(route.Start(request, null), _logins.MostFor(route, small, _context.Files.Unbegun.Bytes)), most);
        var isOneOfSeveral = routes.Any(other => other != route && GroupOf(other) == GroupOf(route));
        var known = route.Notes.Known.Plateau?.Value;
        return new StreamLimits(start, most, request.Streams is not null, IsKnown: known is not null,
            Least: isOneOfSeveral ? TransferPlanner.AutoStart : 1, KnownRate: known?.BytesPerSecond ?? 0,
            IsSiteKnown: route.Gate.Proven >= 2 * Math.Min(Math.Max(start, small), most));
    }

    // Two routes that share neither the server nor the local path are independent.
    private static bool Meets(RouteController one, RouteController other) =>
        one != other && (one.Route.Site == other.Route.Site || one.Route.LocalPath == other.Route.LocalPath);

    // The part of the remaining bytes that a route will fetch. It is unknown for a route that has only just started.
    private double Part(RouteController controller) =>
        controller.Rate > 0 ? controller.Rate / _controllers.Sum(other => other.Rate) : 1.0 / _controllers.Count;

    private StreamDecision Named(RouteController controller, StreamDecision decision) =>
        _controllers.Count == 1 ? decision : decision with { Why = $"{controller.Route.Name}: {decision.Why}" };

    private static long? Size(FileTransfer file) => file.Stage < FileStage.Fetching
        ? file.Item.Listed?.Size
        : file.Open?.BytesWanted ?? (file.Stage == FileStage.Ended ? 0 : null);

    private static long Left(FileTransfer file) =>
        file.Stage == FileStage.Ended ? 0 : Math.Max(0, (Size(file) ?? 0) - (file.Open?.Map.BytesWritten ?? 0));

    // A small file keeps a stream for some round trips, whatever the capacity of the path: fetch as many of them in parallel as are
    // allowed, even if fewer streams were optimal for large ones.
    private int Start(RouteController controller, FileTransfer[] open, FileSums unbegun)
    {
        var usual = controller.Route.Start(_context.Request, null);
        if (_context.Files.Count > 1)
        {
            var small = unbegun.Small + open.Count(file => file is { IsSmall: true, Stage: < FileStage.Finishing });
            return Math.Max(usual, Shared(_logins.MostFor(controller.Route, small, unbegun.Bytes)));
        }
        return open is [{ Stage: FileStage.Fetching, Open: { } only }] && !controller.IsKnown ? Shared(only.Plan.WantedStreams) : usual;
    }

    private int Shared(int streams) => (streams + _controllers.Count - 1) / _controllers.Count;

    // Files that have not been probed yet may be large, and replicas are asked once more before a file is published: a route without a
    // stream would not answer.
    private int Worth(FileTransfer[] files)
    {
        // First: a file that is complete meanwhile is then found by one of the two.
        var fetching = RunFiles.Fetching(files).ToList();
        return files.Any(file => file.Stage < FileStage.Fetching || file is { Stage: FileStage.Finishing, Open.Sources.HasReplicas: true })
            ? int.MaxValue
            : Math.Max(1, fetching.Sum(Worth));
    }

    private int Worth(OpenFile file) =>
        file.Queue.IsSingle ? 1 : _context.Request.Streams ?? Math.Max(file.Plan.InitialStreams, TransferPlanner.Worthwhile(file.Length));

    // If all blocks are in use, the disk does not keep up; if this process uses the complete processor, more streams do not help.
    private bool IsLocalBound()
    {
        _exhausted += ((_context.Blocks.IsExhausted ? 1 : 0) - _exhausted) / 10;
        var elapsed = _context.Time.GetElapsedTime(_processorAt);
        if (elapsed >= ProcessorInterval)
        {
            using var self = Process.GetCurrentProcess();
            var used = self.TotalProcessorTime;
            _isBusy = _processor > TimeSpan.Zero
                && (used - _processor).TotalSeconds > 0.85 * elapsed.TotalSeconds * Environment.ProcessorCount;
            (_processor, _processorAt) = (used, _context.Time.GetTimestamp());
        }
        return _isBusy || _exhausted > 0.2;
    }
}

/// <summary>
/// Routes that fetch the same files, and share a number of streams given by the user according to their rates (<see cref="StreamShare"/>).
/// </summary>
internal sealed class RouteGroup(IReadOnlyList<RouteController> controllers, WorkerContext context)
{
    private double _sharedAt;

    /// <summary>Distributes the number, initially or when it is worthwhile.</summary>
    /// <param name="total">Streams of all routes together.</param>
    /// <param name="seconds">Seconds since the start of the run; 0 for the first call.</param>
    public void ShareOut(int total, double seconds)
    {
        if (controllers is [var only])
        {
            only.Share(total);
            return;
        }
        var anyFlows = controllers.Any(controller => controller.FlowsSince is { } since && seconds - since > controller.Epoch);
        var next = StreamShare.Divide(
            total,
            [.. controllers.Select(controller =>
                new RouteView(controller.LongRate, IsWaiting(controller, anyFlows), controller.Route.Gate.SettledCeiling))]);
        var now = controllers.Select(controller => controller.Wanted).ToList();
        // The time needed to see the effect of the last change.
        var isDue = seconds - _sharedAt > controllers.Max(controller => controller.Epoch) && StreamShare.IsWorthIt(now, next);
        var isOpen = controllers.Any(controller => controller.Route.Breaker.IsOpen && controller.Wanted > 1);
        if (seconds > 0 && !isDue && now.Sum() == next.Sum() && !isOpen) return;
        _sharedAt = seconds;
        for (var i = 0; i < next.Length; i++) controllers[i].Share(next[i]);
        if (seconds > 0 && !now.SequenceEqual(next)) Notify(total, next, seconds);
    }

    // A route without work now: it carries no data, or is a replica that is not verified yet. A route that a file has come to need gets all
    // the work, whichever routes carried data before.
    private bool IsWaiting(RouteController controller, bool anyFlows)
    {
        if (controller.Route.Breaker.IsOpen) return true;
        if (controller.FlowsSince is not null) return false;
        return context.Replicas.Contains(controller.Route) ? context.IsReplica(controller.Route) : anyFlows;
    }

    private void Notify(int total, int[] shares, double seconds)
    {
        var why = $"shared out as {string.Join(", ", controllers.Select((controller, i) => $"{shares[i]} {controller.Route.Name}"))}";
        context.Events.Report(new TransferEvent.Decided(
            new StreamDecision(TimeSpan.FromSeconds(seconds), total, total, controllers.Sum(controller => controller.Rate), why)));
    }
}
