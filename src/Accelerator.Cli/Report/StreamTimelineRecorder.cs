using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Report;

/// <summary>
/// Records one stream's bars from two sources: events, which are exact but may be missing, and snapshots, which come five times a second. A
/// snapshot that is older than the last event is ignored. A receiving stream that has delivered nothing for a second is drawn as silent.
/// </summary>
internal sealed class StreamTimelineRecorder
{
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(1);

    private readonly List<StreamSpan> _spans = [];
    private StreamSpan? _open;
    private StreamSpan? _closed;
    private TimeSpan _seen;
    private TimeSpan _changed;
    private TimeSpan _moved;
    private long _run;
    private (string FileName, long Start)? _ended;

    /// <summary>The bytes that the stream has received.</summary>
    public long Bytes { get; private set; }

    /// <summary>The number of bars held.</summary>
    public int Count => _spans.Count;

    /// <summary>The bars so far, including the one in progress.</summary>
    public IReadOnlyList<StreamSpan> Spans => _open is { } open ? [.. _spans, open] : [.. _spans];

    /// <summary>The bar in progress, or the last one.</summary>
    public StreamSpan? Latest => _open ?? _closed;

    /// <summary>Records the state of the stream in the snapshot at <paramref name="at"/>.</summary>
    public void See(TimeSpan at, StreamSnapshot stream)
    {
        if (at < _changed) return;
        var since = _seen;
        _seen = at;
        // A finished range still appears while its connection is being closed.
        if (_ended == (stream.FileName, stream.Start) && _open is null && stream.State is (StreamState.Requesting or StreamState.Receiving))
            return;
        // A stream that has already received bytes started after the previous snapshot.
        var began = stream.State == StreamState.Receiving && stream.Position > stream.Start && since > _changed ? since : at;
        Begin(began, stream.State, stream.FileName, stream.Start);
        Extend(at, stream.Position);
    }

    /// <summary>Records that the snapshot at <paramref name="at"/> does not contain the stream.</summary>
    public void Miss(TimeSpan at)
    {
        if (at < _changed || _open is null) return;
        _seen = at;
        Close(at);
    }

    /// <summary>Records an event of the stream.</summary>
    public void Happen(StreamEvent streamEvent)
    {
        var at = streamEvent.Elapsed > _changed ? streamEvent.Elapsed : _changed;
        _ended = null;
        switch (streamEvent.Kind)
        {
            case StreamEventKind.Connecting:
                Begin(at, StreamState.Connecting, streamEvent.FileName, 0);
                break;
            case StreamEventKind.Took or StreamEventKind.Stole:
                Begin(at, StreamState.Requesting, streamEvent.FileName, streamEvent.Start);
                break;
            case StreamEventKind.FirstByte:
                Begin(at, StreamState.Receiving, streamEvent.FileName, streamEvent.Start);
                break;
            case StreamEventKind.Completed or StreamEventKind.CutShort:
                if (streamEvent.End < long.MaxValue && _open is { State: StreamState.Receiving }) Extend(at, streamEvent.End);
                End(at);
                break;
            case StreamEventKind.Stalled or StreamEventKind.Failed:
                if (_open is { State: StreamState.Receiving }) Extend(at, 0);
                End(at);
                break;
            default:
                Close(at);
                break;
        }
        _changed = at;
    }

    /// <summary>Merges neighbours into one bar if they are together no longer than <paramref name="grain"/>.</summary>
    public void Thin(TimeSpan grain)
    {
        var kept = 0;
        for (var i = 1; i < _spans.Count; i++)
        {
            if (_spans[i].To - _spans[kept].From <= grain) _spans[kept] = _spans[kept].With(_spans[i]);
            else _spans[++kept] = _spans[i];
        }
        if (_spans.Count > 0) _spans.RemoveRange(kept + 1, _spans.Count - kept - 1);
    }

    private bool IsOpen(StreamState state, string file, long start) =>
        _open is { } open && open.State == state && open.FileName == file
            && (state is StreamState.Connecting or StreamState.BackingOff || _run == start);

    private void Begin(TimeSpan at, StreamState state, string file, long start)
    {
        if (IsOpen(state, file, start)) return;
        Close(at);
        (_run, _moved) = (start, at);
        if (state != StreamState.Idle) _open = new StreamSpan(state, at, at, file, start, start, 1);
    }

    private void Extend(TimeSpan at, long position)
    {
        if (_open is not { } open || at < open.To) return;
        if (open.State != StreamState.Receiving || (position <= open.Position && at - _moved < Silence))
        {
            _open = open with { To = at };
            return;
        }

        // A change between bytes and silence starts another bar.
        var isSilent = position <= open.Position;
        var turned = isSilent ? _moved : open.To;
        if (open.IsSilent != isSilent)
        {
            _open = open with { To = turned };
            Close(turned);
            open = open with { From = turned, Start = open.Position, IsSilent = isSilent };
        }
        if (!isSilent)
        {
            _moved = at;
            Bytes += position - open.Position;
        }
        _open = open with { To = at, Position = Math.Max(position, open.Position) };
    }

    private void End(TimeSpan at)
    {
        if (_open is { } open) _ended = (open.FileName, _run);
        Close(at);
    }

    private void Close(TimeSpan at)
    {
        if (_open is not { } open) return;
        if (at > open.To) open = open with { To = at };
        if (open.Length > TimeSpan.Zero) _spans.Add(open);
        (_closed, _open) = (open, null);
    }
}
