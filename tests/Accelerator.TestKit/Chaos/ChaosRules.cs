namespace Accelerator.TestKit.Chaos;

/// <summary>The active rules: counts occurrences and selects actions.</summary>
internal sealed class ChaosRules(IReadOnlyList<ChaosRule> rules)
{
    private readonly object _gate = new();
    private readonly Dictionary<string, int> _seen = [];
    private readonly List<string> _done = [];

    /// <summary>The actions so far, in order.</summary>
    public IReadOnlyList<string> Done
    {
        get { lock (_gate) return [.. _done]; }
    }

    /// <summary>Counts an occurrence.</summary>
    /// <returns>The action, and the byte of a data connection at which it is taken.</returns>
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
