namespace Accelerator.Tuning.Tests.Running;

/// <summary>Settings in memory, with a fault at one write.</summary>
internal sealed class FakeStore : ISettingStore
{
    private readonly Dictionary<string, string?> _values = new(StringComparer.Ordinal);

    /// <summary>The number of the write that fails, from 1; 0 for none.</summary>
    public int FaultAt { get; set; }

    public int Writes { get; private set; }

    public StoreFault Fault { get; set; }

    /// <summary>Whether the power is off; a crash switches it off.</summary>
    public PowerSwitch Power { get; init; } = new();

    public IReadOnlyDictionary<string, string?> Values => _values;

    public string? this[string target]
    {
        get => _values.GetValueOrDefault(target);
        set => _values[target] = value;
    }

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) => Task.FromResult<SettingReading>(
        Power.IsOff ? throw new IOException("The power is gone.") :
        target.Setting.Place is SettingPlace.Unread ? new SettingReading.Unknown("Windows shows it only in its own language")
        : _values.GetValueOrDefault(target.ToString()) is { } value ? new SettingReading.Known(value) : new SettingReading.Absent());

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        var fault = ++Writes == FaultAt ? Fault : StoreFault.None;
        if (fault == StoreFault.Crashes) Power.IsOff = true;
        if (Power.IsOff) throw new IOException("The power is gone.");
        if (fault == StoreFault.Refuses) throw new SettingWriteException($"{target} was refused.");
        if (fault == StoreFault.Stops) throw new OperationCanceledException();
        if (fault == StoreFault.Throws) throw new InvalidOperationException("A defect.");
        if (fault != StoreFault.DoesNothing) _values[target.ToString()] = fault == StoreFault.WritesAnother ? "another" : value;
        if (fault == StoreFault.WritesAndCrashes) Power.IsOff = true;
        return Task.CompletedTask;
    }
}
