namespace Accelerator.TestKit.Chaos;

/// <summary>The rules at work: counts occurrences and says what is to be done.</summary>
internal sealed class ChaosRules(IReadOnlyList<ChaosRule> rules)
{
    private readonly object _gate = new();
    private readonly Dictionary<string, int> _seen = [];
    private readonly List<string> _done = [];

    /// <summary>What was done, in order.</summary>
    public IReadOnlyList<string> Done
    {
        get { lock (_gate) return [.. _done]; }
    }

    /// <summary>Counts an occurrence.</summary>
    /// <returns>What is to be done, and at which byte of a data connection.</returns>
    public (ChaosAct Act, long Bytes)? At(string point)
    {
        lock (_gate)
        {
            var occurrence = _seen[point] = _seen.GetValueOrDefault(point) + 1;
            var rule = rules.FirstOrDefault(rule => rule.At == point && occurrence >= rule.From && occurrence < rule.From + rule.Times);
            return rule is null ? null : (rule.Act, rule.Bytes);
        }
    }

    public void Note(string what)
    {
        lock (_gate) _done.Add(what);
    }
}
