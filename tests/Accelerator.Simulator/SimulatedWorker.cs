using Accelerator.Engine.Transfers.Segments;

namespace Accelerator.Simulator;

/// <summary>One stream of <see cref="AdaptiveClient"/>, as <c>TransferWorker</c> and <c>RangeFetch</c> are.</summary>
/// <param name="slot">Its number.</param>
internal sealed class SimulatedWorker(int slot)
{
    private double _fraction;
    private long _claimed;

    /// <summary>Its number.</summary>
    public int Slot => slot;

    /// <summary>Whether its session is logged in.</summary>
    public bool HasSession { get; set; }

    /// <summary>Whether it waits for a reply, or receives.</summary>
    public bool IsBusy { get; set; }

    /// <summary>Whether it has fetched a range before.</summary>
    public bool HasFetched { get; set; }

    /// <summary>The time at which its data connection is open, seconds; null while none was asked for.</summary>
    public double? ReadyAt { get; set; }

    /// <summary>Its range; null when it has none.</summary>
    public SegmentRun? Run { get; private set; }

    /// <summary>Its data connection; null before the first byte.</summary>
    public TcpFlow? Flow { get; set; }

    /// <summary>Bytes received past the end of its range, for the comparison of the seam.</summary>
    public long PastEnd { get; private set; }

    /// <summary>Begins a range.</summary>
    public void Begin(SegmentRun run)
    {
        (Run, PastEnd, _claimed, _fraction) = (run, 0, run.Start, 0);
        IsBusy = true;
    }

    /// <summary>Ends a range.</summary>
    public void End() => (Run, Flow, ReadyAt, HasFetched) = (null, null, null, true);

    /// <summary>Takes bytes that have arrived into its range.</summary>
    /// <returns>The bytes of the range, and whether the range has ended.</returns>
    public (int Received, bool IsAtEnd) Receive(double bytes, SegmentQueue queue, long mostClaimed)
    {
        _fraction += bytes;
        var rest = (int)Math.Min(_fraction, int.MaxValue);
        var (received, run) = (rest, Run!);
        _fraction -= rest;
        while (rest > 0 && PastEnd == 0)
        {
            if (run.Position == _claimed)
            {
                var wanted = run.BytesPerSecond == 0 ? 256 << 10 : (long)Math.Clamp(run.BytesPerSecond / 10, 64 << 10, mostClaimed);
                _claimed = queue.Claim(run, wanted);
                if (_claimed == run.Position) break;
            }
            var taken = Math.Min(rest, _claimed - run.Position);
            run.Position += taken;
            rest -= (int)taken;
        }
        PastEnd += rest;
        run.Received(received);
        return (received, rest > 0);
    }
}
