using Accelerator.Engine.Streams;

namespace Accelerator.Engine.Transfers;

/// <summary>Lanes that fetch the same files, and share a number of streams that the user gave by what each brings (<see cref="StreamShare"/>).</summary>
internal sealed class LaneGroup(IReadOnlyList<LanePilot> pilots, WorkerContext context)
{
    private double _sharedAt;

    /// <summary>Shares the number out, as it is or where that is worth it.</summary>
    /// <param name="total">Streams of all of them together.</param>
    /// <param name="seconds">Since the start of the run; 0 for the first time.</param>
    public void ShareOut(int total, double seconds)
    {
        if (pilots is [var only])
        {
            only.Share(total);
            return;
        }
        var anyFlows = pilots.Any(pilot => pilot.FlowsSince is { } since && seconds - since > pilot.Epoch);
        var next = StreamShare.Divide(total, [.. pilots.Select(pilot => new LaneView(pilot.LongRate, IsWaiting(pilot, anyFlows), pilot.Lane.Gate.SettledCeiling))]);
        var now = pilots.Select(pilot => pilot.Wanted).ToList();
        // As long as it takes to see what the last change has brought.
        var isDue = seconds - _sharedAt > pilots.Max(pilot => pilot.Epoch) && StreamShare.IsWorthIt(now, next);
        if (seconds > 0 && !isDue && now.Sum() == next.Sum() && !pilots.Any(pilot => pilot.Lane.Silence.IsSilent && pilot.Wanted > 1)) return;
        _sharedAt = seconds;
        for (var i = 0; i < next.Length; i++) pilots[i].Share(next[i]);
        if (seconds > 0 && !now.SequenceEqual(next)) Tell(total, next, seconds);
    }

    // Nothing to do now: it carries nothing, or is a replica that is not proven yet. One that a file has come to need has all to do, whatever flowed before.
    private bool IsWaiting(LanePilot pilot, bool anyFlows) =>
        pilot.Lane.Silence.IsSilent || (pilot.FlowsSince is null && (context.Replicas.Contains(pilot.Lane) ? context.IsReplica(pilot.Lane) : anyFlows));

    private void Tell(int total, int[] shares, double seconds)
    {
        var why = $"shared out as {string.Join(", ", pilots.Select((pilot, i) => $"{shares[i]} {pilot.Lane.Name}"))}";
        context.Events.Report(new TransferEvent.Decided(new StreamDecision(TimeSpan.FromSeconds(seconds), total, total, pilots.Sum(pilot => pilot.Rate), why)));
    }
}
