using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>The active power plan.</summary>
public sealed class PowerPlanStore(IPowerPlans plans) : ISettingStore
{
    // As Windows has had them since Vista; a plan of the computer's own has another GUID.
    private static readonly Dictionary<string, Guid> Known = new(StringComparer.Ordinal)
    {
        ["balanced"] = new("381b4222-f694-41f0-9685-ff5bb260df2e"),
        ["high-performance"] = new("8c5e7fda-e8bf-4a96-9a85-a6e23a8c635c"),
        ["saver"] = new("a1841308-3541-4fab-bc81-f71556f20b4a"),
    };

    /// <inheritdoc/>
    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        SettingReading reading = plans.Active() is not { } active ? new UnknownReading("the system does not say")
            : new KnownReading(Known.FirstOrDefault(plan => plan.Value == active).Key ?? $"code {active:D}");
        return Task.FromResult(reading);
    }

    /// <inheritdoc/>
    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        var plan = value is null ? Known["balanced"] : Known.TryGetValue(value, out var known) ? known : Guid.Parse(value.AsSpan("code ".Length));
        return plans.Activate(plan) ? Task.CompletedTask
            : throw new SettingWriteException($"{target}: this computer has no power plan \"{value}\". Computers with modern standby know only balanced.");
    }
}
