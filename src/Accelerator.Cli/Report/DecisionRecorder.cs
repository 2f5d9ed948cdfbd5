using Accelerator.Engine.Streams;

namespace Accelerator.Cli.Report;

/// <summary>
/// Records the controller's decisions: those that changed the number of streams are numbered, and thinned separately from those that kept
/// it.
/// </summary>
internal sealed class DecisionRecorder
{
    private readonly ThinnedList<NumberedDecision> _changes = new(RunRecorder.MostDecisions);
    private readonly ThinnedList<NumberedDecision> _kept = new(RunRecorder.MostDecisions);
    private readonly double[] _rates = new double[65];

    /// <summary>The decisions held, in the order of time.</summary>
    public IReadOnlyList<NumberedDecision> Kept => [.. _changes.Kept.Concat(_kept.Kept).OrderBy(entry => entry.Decision.Elapsed)];

    /// <summary>The number of decisions not held.</summary>
    public long LeftOut => _changes.LeftOut + _kept.LeftOut;

    /// <summary>Adds a decision.</summary>
    public void Add(StreamDecision decision)
    {
        if (decision.Before == decision.After) _kept.Add(new NumberedDecision(0, decision));
        else _changes.Add(new NumberedDecision(checked((int)_changes.Seen) + 1, decision));
        if (decision is { Before: > 0 and <= 64, BytesPerSecond: > 0 }) _rates[decision.Before] = decision.BytesPerSecond;
    }

    /// <summary>
    /// Returns the measured rates, with the controller's own figure instead of the mean if available: it excludes slow start.
    /// </summary>
    public IReadOnlyList<StreamRate> Complete(IReadOnlyList<StreamRate> measured) =>
    [
        .. _rates.Select((rate, streams) => new StreamRate(streams, rate)).Where(entry => entry.BytesPerSecond > 0)
            .Concat(measured)
            .DistinctBy(entry => entry.Streams)
            .OrderBy(entry => entry.Streams),
    ];
}

/// <summary>
/// A decision with the number that links its mark in the chart to its row in the table; 0 if the number of streams was kept.
/// </summary>
internal readonly record struct NumberedDecision(int Number, StreamDecision Decision);
