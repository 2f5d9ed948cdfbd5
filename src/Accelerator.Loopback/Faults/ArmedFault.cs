namespace Accelerator.Loopback.Faults;

/// <summary>A fault with its count of occurrences.</summary>
internal sealed class ArmedFault(Fault fault)
{
    private readonly object _gate = new();
    private readonly Random _random = new(fault.Condition.Seed);
    private int _seen;
    private int _fired;

    public Fault Fault { get; } = fault;

    public bool TakesPlace(FaultOccasion occasion)
    {
        var condition = Fault.Condition;
        if (!condition.Selects(occasion)) return false;
        lock (_gate)
        {
            if (!condition.Counts(++_seen) || _fired >= condition.Times) return false;
            // Drawn only if it decides something, and once per occurrence, so that a seed always gives the same series.
            if (condition.Probability < 1 && _random.NextDouble() >= condition.Probability) return false;
            _fired++;
            return true;
        }
    }
}
