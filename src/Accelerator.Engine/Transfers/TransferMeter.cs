using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>What the streams do and how fast; asked for a snapshot some times a second.</summary>
internal sealed class TransferMeter(TimeProvider time)
{
    private readonly object _lock = new();
    private readonly Entry[] _slots = new Entry[64];
    private readonly long _started = time.GetTimestamp();
    private long _sampledAt = time.GetTimestamp();
    private long _sampledBytes;
    private double _rate;
    private int _deaths;

    /// <summary>Goodput over about the last 2 s, bytes per second.</summary>
    public double BytesPerSecond => Volatile.Read(ref _rate);

    /// <summary>Says what a stream does now.</summary>
    public void Set(int slot, StreamState state, FileTransfer? file = null, SegmentRun? run = null)
    {
        lock (_lock) _slots[slot] = new Entry(state, file, run);
    }

    /// <summary>A data connection broke off.</summary>
    public void NoteDeath() => Interlocked.Increment(ref _deaths);

    /// <summary>Data connections that broke off since this was last asked.</summary>
    public int TakeDeaths() => Interlocked.Exchange(ref _deaths, 0);

    /// <summary>Updates the streams' rates.</summary>
    /// <returns>How many receive now, and the rates of those that have levelled off, in no order.</returns>
    public (int Receiving, IReadOnlyList<double> Level) Pulse(TimeSpan roundTrip)
    {
        var now = time.GetTimestamp();
        SegmentRun[] runs;
        lock (_lock) runs = [.. _slots.Where(slot => slot is { State: StreamState.Receiving, Run: not null }).Select(slot => slot.Run!)];
        foreach (var run in runs) run.Sample(now, time, roundTrip);
        return (runs.Length, [.. runs.Select(run => run.LevelRate).Where(rate => rate > 0)]);
    }

    /// <summary>Gives the picture.</summary>
    public TransferSnapshot Sample(RunFiles files, TransferPhase phase, int wanted)
    {
        var now = time.GetTimestamp();
        Entry[] slots;
        lock (_lock) slots = [.. _slots];

        var (open, ended, unbegun) = files.Look();
        var fetched = ended.Fetched + open.Sum(file => file.BytesFetched);
        UpdateRate(fetched, now);
        var planned = open.Where(file => file.Plan is not null).ToList();
        var isSized = unbegun.Count > unbegun.Unsized || ended.Count > ended.Unsized || planned.Any(file => file.Plan.Identity.Size is not null);
        return new TransferSnapshot
        {
            Elapsed = time.GetElapsedTime(_started, now),
            Phase = phase,
            BytesDone = ended.BytesDone + planned.Sum(BytesDone),
            BytesTotal = isSized ? ByteTotal.Of([unbegun.Bytes, ended.Bytes, .. planned.Select(file => file.Plan.Identity.Size ?? 0)]) : null,
            BytesFetched = fetched,
            BytesPerSecond = _rate,
            FilesDone = files.Done,
            FilesTotal = files.Count,
            CurrentFile = files.CurrentName,
            ActiveStreams = slots.Count(slot => slot.State == StreamState.Receiving),
            WantedStreams = wanted,
            Streams = [.. slots.Select((slot, i) => Row(slot, i)).Where(row => row.State != StreamState.Idle)],
        };
    }

    private void UpdateRate(long fetched, long now)
    {
        var seconds = time.GetElapsedTime(_sampledAt, now).TotalSeconds;
        if (seconds < 0.05) return;
        var rate = (fetched - _sampledBytes) / seconds;
        _rate += (rate - _rate) * (_rate == 0 ? 1 : 1 - Math.Exp(-seconds / 2));
        _sampledAt = now;
        _sampledBytes = fetched;
    }

    private static long BytesDone(FileTransfer file)
    {
        if (file.Stage == FileStage.Ended) return file.Result?.Failure is null ? file.Length : 0;
        // Blocks still filling count as done for the eye: what was received, not what was written.
        var inFlight = file.Queue?.Runs().Sum(run => run.Position - run.Start) ?? 0;
        return Math.Min(Math.Max(file.Map?.BytesWritten ?? 0, Math.Min(inFlight, file.BytesFetched)), file.Plan.Identity.Size ?? long.MaxValue);
    }

    private static StreamSnapshot Row(Entry slot, int index) =>
        new(index, slot.State, slot.File?.Name ?? "", slot.Run?.Start ?? 0, slot.Run?.Position ?? 0, slot.Run?.End ?? 0, slot.Run?.BytesPerSecond ?? 0);

    private readonly record struct Entry(StreamState State, FileTransfer? File, SegmentRun? Run);
}
