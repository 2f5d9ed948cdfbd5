using Accelerator.Loopback.Content;
using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>The active fault plan: checks each fault at each occasion and lets those that apply write into the occasion's script.</summary>
internal sealed class ArmedPlan
{
    private readonly object _gate = new();
    private readonly LoopbackTree _files;
    private readonly LoopbackLog _log;
    private volatile ArmedFault[] _faults;

    public ArmedPlan(FaultPlan plan, LoopbackTree files, LoopbackLog log)
    {
        _files = files;
        _log = log;
        _faults = [.. plan.Faults.Select(f => new ArmedFault(f))];
    }

    public void Add(Fault fault)
    {
        lock (_gate) _faults = [.. _faults, new ArmedFault(fault)];
    }

    public void Clear()
    {
        lock (_gate) _faults = [];
    }

    public ConnectionScript ForConnection(int connection)
    {
        var script = new ConnectionScript();
        Apply(new(connection), f => f.Connection, script);
        return script;
    }

    public CommandScript ForCommand(FaultOccasion occasion)
    {
        var script = new CommandScript();
        Apply(occasion, f => f.Command, script);
        return script;
    }

    public TransferScript ForTransfer(FaultOccasion occasion)
    {
        var script = new TransferScript();
        Apply(occasion, f => f.Transfer, script);
        return script;
    }

    /// <summary>
    /// Returns how many bytes may be sent before the next change of files is due, so that a single stream hits it exactly.
    /// </summary>
    public long BytesUntilChange()
    {
        var next = long.MaxValue;
        foreach (var armed in _faults)
        {
            var left = (armed.Fault.Change?.AfterBytes ?? 0) - _log.BytesSent;
            if (left > 0) next = Math.Min(next, left);
        }
        return next;
    }

    public void ChangeFiles()
    {
        foreach (var armed in _faults)
        {
            if (armed.Fault.Change is not { } change || _log.BytesSent < change.AfterBytes || !armed.TakesPlace(new(1))) continue;
            change.Change(_files);
            _log.Fault(armed.Fault.Description);
        }
    }

    private void Apply<TScript>(FaultOccasion occasion, Func<Fault, Action<TScript>?> effectOf, TScript script)
    {
        foreach (var armed in _faults)
        {
            if (effectOf(armed.Fault) is not { } effect || !armed.TakesPlace(occasion)) continue;
            effect(script);
            _log.Fault(armed.Fault.Description);
        }
    }

    /// <summary>A fault with its count of occurrences.</summary>
    private sealed class ArmedFault(Fault fault)
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
}
