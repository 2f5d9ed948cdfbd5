namespace Accelerator.Cli.Tests.Report;

/// <summary>
/// The events of a simulated run: four streams, then eight, then sixteen, each limited by its window, that steal from one another; one
/// stalls, one fails and backs off, and the server refuses the seventeenth. The run is deterministic and of any length.
/// </summary>
internal sealed class RunSamples(long size, double bytesPerSecond, TransferPlan plan)
{
    private const double Step = 0.2;
    private const long Least = 4_000_000;

    private static readonly (double At, int Streams)[] Growth = [(0, 4), (5, 8), (10, 16)];

    private readonly Stream?[] _streams = new Stream?[16];
    private readonly List<(long Start, long End)> _free = [];
    private double _now;
    private long _fetched;
    private int _wanted = 4;

    /// <summary>The request of the run.</summary>
    public static TransferRequest Request(int files = 1) =>
        new() { Items = [.. Enumerable.Range(0, files).Select(i => new TransferItem { Sources = [TransferSamples.Source($"pub/{i}.bin")], TargetPath = $"/data/{i}.bin" })] };

    /// <summary>Records a run of one large file.</summary>
    public static RunRecorder Record(long size = 4_294_967_296, double bytesPerSecond = 6_700_000)
    {
        var plan = TransferSamples.Plan() with
        {
            Item = new TransferItem { Sources = [TransferSamples.Source()], TargetPath = "/data/big.bin" },
            Identity = new RemoteIdentity("ftp.example.org:21", "pub/big.bin", size, "20261120053700"),
            MaxStreams = 16,
        };
        var recorder = new RunRecorder(Request(), new DateTimeOffset(2026, 11, 20, 8, 41, 0, TimeSpan.FromHours(9)));
        foreach (var value in new RunSamples(size, bytesPerSecond, plan).Events()) recorder.Report(value);
        return recorder;
    }

    /// <summary>Returns all events in chronological order.</summary>
    public IEnumerable<TransferEvent> Events()
    {
        yield return Snapshot(TransferPhase.Connecting);
        foreach (var value in Start(0, 0)) yield return value;
        for (_now = 0.8; _fetched < size; _now = Math.Round(_now + Step, 1))
        {
            if (_now is 0.8)
            {
                for (var i = 0; i < 16; i++) _free.Add((size / 16 * i, i == 15 ? size : size / 16 * (i + 1)));
                yield return new TransferEvent.Planned(plan with { BytesReused = 0 });
            }
            foreach (var value in Grow().Concat(Disturb()).Concat(Move())) yield return value;
            yield return Snapshot(TransferPhase.Transferring);
        }
        _now += 1.2;
        yield return Snapshot(TransferPhase.Verifying);
        _now += 1;
        yield return new TransferEvent.Finished(TransferSamples.Done() with { Size = size, BytesFetched = _fetched, Elapsed = At(_now), VerifyElapsed = At(2.2), PeakStreams = 16 });
        _wanted = 0;
        yield return Snapshot(TransferPhase.Done);
    }

    private IEnumerable<TransferEvent> Grow()
    {
        foreach (var (at, streams) in Growth)
        {
            if (Math.Abs(_now - at) > 0.01 || streams <= _wanted) continue;
            yield return Decide(streams, $"Goodput doubled with the streams: each stays at {bytesPerSecond * 8 / 1e6:0} Mbit/s. More are worth a try.");
        }
        if (Math.Abs(_now - 16) < 0.01)
        {
            yield return new TransferEvent.Notice(NoticeKind.ServerLimit, "The server allows only 16 connections (421 There are too many connected users, please try later). ftpx continues with them.");
            yield return Decide(16, "The server refuses the seventeenth connection.");
        }
        for (var slot = 0; slot < _wanted; slot++)
        {
            if (_streams[slot] is not null) continue;
            foreach (var value in Start(slot, slot * 0.06)) yield return value;
        }
    }

    private IEnumerable<TransferEvent> Start(int slot, double after)
    {
        _streams[slot] = new Stream { ReadyAt = _now + after + 0.75 };
        yield return Happened(slot, StreamEventKind.Connecting, 0, 0, at: _now + after);
    }

    // One stall and one failure, each once.
    private IEnumerable<TransferEvent> Disturb()
    {
        if (Math.Abs(_now - 18) < 0.01 && _streams[5] is { Start: >= 0 } silent)
        {
            yield return Happened(5, StreamEventKind.Stalled, silent.Position, silent.End, "no byte for 10 s");
            _free.Insert(0, (silent.Position, silent.End));
            silent.Leave(_now + 1.5);
        }
        if (Math.Abs(_now - 24) < 0.01 && _streams[11] is { Start: >= 0 } failed)
        {
            yield return Happened(11, StreamEventKind.Failed, failed.Position, failed.End, "426 Failure writing network stream.");
            yield return new TransferEvent.Notice(NoticeKind.Retry, "RETR pub/big.bin at offset 2952790016: 426 Failure writing network stream. Trying again in 3 s.");
            _free.Insert(0, (failed.Position, failed.End));
            failed.Leave(_now + 3);
            failed.IsBackingOff = true;
        }
    }

    private IEnumerable<TransferEvent> Move()
    {
        for (var slot = 0; slot < _streams.Length; slot++)
        {
            if (_streams[slot] is not { } stream || stream.ReadyAt > _now) continue;
            if (stream.Start < 0)
            {
                foreach (var value in Take(slot, stream)) yield return value;
                continue;
            }
            if (!stream.HasFirst)
            {
                stream.HasFirst = true;
                yield return Happened(slot, StreamEventKind.FirstByte, stream.Start, stream.End);
            }
            // Slow start, then the window limit; slot 5 is silent before its stall.
            var age = _now - stream.Since;
            var rate = slot == 5 && _now is > 16 and < 18 ? 0 : bytesPerSecond * Math.Min(1, 0.15 + (age * age / 2)) * (0.94 + (0.06 * Math.Sin((_now * 3) + slot)));
            var bytes = Math.Min((long)(rate * Step), stream.End - stream.Position);
            stream.Position += bytes;
            _fetched += bytes;
            if (stream.Position < stream.End) continue;
            yield return Happened(slot, stream.IsCut ? StreamEventKind.CutShort : StreamEventKind.Completed, stream.Start, stream.End);
            stream.Leave(_now);
        }
    }

    private IEnumerable<TransferEvent> Take(int slot, Stream stream)
    {
        stream.IsBackingOff = false;
        if (_free.Count > 0)
        {
            yield return stream.Began ? Happened(slot, StreamEventKind.Took, _free[0].Start, _free[0].End) : Happened(slot, StreamEventKind.LoggedIn, 0, 0);
            if (!stream.Began) yield return Happened(slot, StreamEventKind.Took, _free[0].Start, _free[0].End);
            stream.Begin(_free[0], _now);
            _free.RemoveAt(0);
            yield break;
        }
        var victim = _streams.Select((other, i) => (Other: other, Slot: i)).Where(entry => entry.Other is { Start: >= 0 })
            .OrderByDescending(entry => entry.Other!.End - entry.Other.Position).FirstOrDefault();
        if (victim.Other is not { } rich || rich.End - rich.Position < Least) yield break;
        var middle = rich.Position + ((rich.End - rich.Position) / 2);
        yield return Happened(slot, StreamEventKind.Stole, middle, rich.End, $"from stream {victim.Slot + 1}");
        stream.Begin((middle, rich.End), _now);
        (rich.End, rich.IsCut) = (middle, true);
    }

    private TransferEvent.Decided Decide(int after, string why)
    {
        var before = _wanted;
        _wanted = after;
        return new TransferEvent.Decided(new StreamDecision(At(_now), before, after, before * bytesPerSecond * 0.97, why));
    }

    private TransferEvent.Happened Happened(int slot, StreamEventKind kind, long start, long end, string text = "", double? at = null) =>
        new(new StreamEvent(At(at ?? _now), slot, kind, start == end ? "" : "big.bin", start, end, text));

    private TransferEvent.Progress Snapshot(TransferPhase phase)
    {
        var streams = _streams.Select((stream, slot) => stream?.Snapshot(slot, bytesPerSecond)).OfType<StreamSnapshot>().Where(stream => stream.State != StreamState.Idle);
        var shown = phase is TransferPhase.Connecting or TransferPhase.Transferring ? streams.ToList() : [];
        return new TransferEvent.Progress(TransferSamples.Snapshot() with
        {
            Elapsed = At(_now + 0.1),
            Phase = phase,
            BytesDone = _fetched,
            BytesTotal = size,
            BytesFetched = _fetched,
            ActiveStreams = shown.Count(stream => stream.State == StreamState.Receiving),
            WantedStreams = _wanted,
            Streams = shown,
        });
    }

    private static TimeSpan At(double seconds) => TimeSpan.FromSeconds(seconds);

    private sealed class Stream
    {
        public double ReadyAt, Since;
        public long Start = -1, Position, End;
        public bool HasFirst, Began, IsBackingOff, IsCut;

        public void Begin((long Start, long End) range, double now)
        {
            (Start, Position, End, Since, HasFirst, Began) = (range.Start, range.Start, range.End, now, false, true);
            (ReadyAt, IsCut) = (now + 0.35, false);
        }

        public void Leave(double readyAt) => (Start, ReadyAt) = (-1, readyAt);

        public StreamSnapshot Snapshot(int slot, double rate)
        {
            var state = IsBackingOff ? StreamState.BackingOff
                : !Began ? StreamState.Connecting
                : Start < 0 ? StreamState.Idle
                : HasFirst ? StreamState.Receiving : StreamState.Requesting;
            return new StreamSnapshot(slot, state, state is StreamState.Receiving or StreamState.Requesting ? "big.bin" : "", Math.Max(Start, 0), Position, End, rate);
        }
    }
}
