using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>
/// Records the events of a run for the report, in bounded memory: a week-long transfer needs no more than one of minutes, some megabytes at
/// most. Events may come from any thread.
/// </summary>
/// <param name="request">The request. For a folder it has no items: they come with the plans.</param>
/// <param name="started">The start time.</param>
internal sealed class RunRecorder(TransferRequest request, DateTimeOffset started) : IProgress<TransferEvent>
{
    /// <summary>The maximum number of marks of one kind.</summary>
    public const int MostMarks = 200;

    /// <summary>
    /// The maximum number of decisions that changed the number of streams, and of decisions that kept it: what a person can read in a
    /// table.
    /// </summary>
    public const int MostDecisions = 60;

    /// <summary>The maximum number of notices.</summary>
    public const int MostNotices = 100;

    private readonly object _gate = new();
    private readonly GoodputSeries _goodput = new();
    private readonly ShareRecorder _shares = new();
    private readonly StreamTimelines _timelines = new();
    private readonly FileHistoryRecorder _pictures = new();
    private readonly ResultRecorder _results = new();
    private readonly DecisionRecorder _decisions = new();
    private readonly ThinnedList<TimedNotice> _notices = new(MostNotices);
    private readonly HashSet<NoticeKind> _noticeKinds = [];
    private readonly Dictionary<StreamEventKind, long> _counts = Enum.GetValues<StreamEventKind>().ToDictionary(kind => kind, _ => 0L);
    private readonly Dictionary<StreamEventKind, ThinnedList<StreamEvent>> _marks = new()
    {
        [StreamEventKind.Stole] = new(MostMarks),
        [StreamEventKind.CutShort] = new(MostMarks),
        [StreamEventKind.Stalled] = new(MostMarks),
        [StreamEventKind.Failed] = new(MostMarks),
    };
    private string? _firstSource = request.Items is [var first, ..] ? first.Sources[0].ToString() : null;
    private int _files;
    private TimeSpan _at;
    private TimeSpan? _verifyingFrom;
    private long _fetched;
    private int _peak;
    private bool _hasSingle;

    /// <summary>The subject of the run until one of its files is known.</summary>
    public string Source { get; init; } = "";

    /// <inheritdoc/>
    public void Report(TransferEvent value)
    {
        lock (_gate)
        {
            switch (value)
            {
                case TransferEvent.Planned { Plan: var plan }:
                    _firstSource ??= plan.Item.Sources[0].ToString();
                    _pictures.Plan(plan);
                    _hasSingle |= !plan.Segmented;
                    break;
                case TransferEvent.Progress { Snapshot: var snapshot }:
                    See(snapshot);
                    break;
                case TransferEvent.Notice notice:
                    _noticeKinds.Add(notice.Kind);
                    _notices.Add(new TimedNotice(_at, notice.Kind, Markup.Cap(notice.Message)));
                    break;
                case TransferEvent.Decided { Decision: var decision }:
                    _decisions.Add(decision with { Why = Markup.Cap(decision.Why) });
                    Pass(decision.Elapsed);
                    break;
                case TransferEvent.Happened { StreamEvent: var streamEvent }:
                    Happen(streamEvent);
                    break;
                case TransferEvent.Finished { Result: var result }:
                    _results.Add(result);
                    break;
            }
        }
    }

    /// <summary>Returns the record so far.</summary>
    public RunRecord Record()
    {
        lock (_gate)
        {
            return new RunRecord
            {
                Started = started,
                FirstSource = _firstSource ?? Source,
                FilesAsked = Math.Max(request.Items.Count, _files),
                AskedStreams = request.Streams,
                RateLimit = request.RateLimit,
                Elapsed = _at,
                VerifyingFrom = _verifyingFrom,
                BytesFetched = _fetched,
                BestBytesPerSecond = _goodput.BestBytesPerSecond,
                PeakStreams = Math.Max(_peak, _results.PeakStreams),
                StreamSeconds = _goodput.StreamSeconds,
                Goodput = _goodput.Buckets,
                ByStreams = _decisions.Complete(_goodput.ByStreams),
                Shares = _shares.Records,
                Timelines = [.. _timelines.Used.Select(
                    entry => new StreamTimeline(entry.Slot, entry.Timeline.Spans, entry.Timeline.Bytes))],
                Marks = [.. _marks.Values.SelectMany(marks => marks.Kept).OrderBy(mark => mark.Elapsed)],
                EventCounts = new Dictionary<StreamEventKind, long>(_counts),
                MarksLeftOut = _marks.Values.Sum(marks => marks.LeftOut),
                Decisions = _decisions.Kept,
                DecisionsLeftOut = _decisions.LeftOut,
                Notices = _notices.Kept,
                NoticesLeftOut = _notices.LeftOut,
                NoticeKinds = new HashSet<NoticeKind>(_noticeKinds),
                Pictured = _pictures.Files,
                HasSingle = _hasSingle,
                Results = _results.Rows,
                FilesDone = _results.Done,
                FilesFailed = _results.Failed,
                VerifyElapsed = _results.VerifyElapsed,
                BytesInPlace = _results.BytesInPlace,
                BytesReused = _results.BytesReused,
            };
        }
    }

    private void See(TransferSnapshot snapshot)
    {
        Pass(snapshot.Elapsed);
        _fetched = Math.Max(_fetched, snapshot.BytesFetched);
        _peak = Math.Max(_peak, snapshot.ActiveStreams);
        // During listing, the snapshot counts the files found, not the files to fetch.
        if (snapshot.Phase != TransferPhase.Listing) _files = Math.Max(_files, snapshot.FilesTotal);
        if (snapshot.Phase == TransferPhase.Verifying) _verifyingFrom ??= snapshot.Elapsed;
        else if (snapshot.Phase != TransferPhase.Done) _verifyingFrom = null;
        _goodput.Add(snapshot);
        _shares.See(snapshot);

        var shown = new HashSet<int>();
        foreach (var stream in snapshot.Streams.Where(stream => StreamTimelines.Has(stream.Slot) && shown.Add(stream.Slot)))
        {
            var timeline = _timelines.Of(stream.Slot);
            timeline.See(snapshot.Elapsed, stream);
            _pictures.Follow(stream.Slot, timeline.Latest);
        }
        foreach (var (_, timeline) in _timelines.Used.Where(entry => !shown.Contains(entry.Slot))) timeline.Miss(snapshot.Elapsed);
        _timelines.Trim();
    }

    private void Happen(StreamEvent streamEvent)
    {
        Pass(streamEvent.Elapsed);
        _counts[streamEvent.Kind] = _counts.GetValueOrDefault(streamEvent.Kind) + 1;
        if (_marks.TryGetValue(streamEvent.Kind, out var marks)) marks.Add(streamEvent with { Text = Markup.Cap(streamEvent.Text) });
        if (!StreamTimelines.Has(streamEvent.Slot)) return;
        var timeline = _timelines.Of(streamEvent.Slot);
        timeline.Happen(streamEvent);
        _pictures.Follow(streamEvent.Slot, timeline.Latest);
        _timelines.Trim();
    }

    private void Pass(TimeSpan at)
    {
        if (at > _at) _at = at;
    }
}
