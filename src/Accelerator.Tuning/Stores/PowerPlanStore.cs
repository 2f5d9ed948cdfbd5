using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>The active power plan: read through the power functions, and read back from the registry.</summary>
/// <param name="plans">The power functions.</param>
/// <param name="registry">HKEY_LOCAL_MACHINE.</param>
public sealed class PowerPlanStore(IPowerPlans plans, IRegistry registry) : ISettingStore
{
    private const string Schemes = @"SYSTEM\CurrentControlSet\Control\Power\User\PowerSchemes";
    private const string Policy = @"SOFTWARE\Policies\Microsoft\Power\PowerSettings";
    private const string Active = "ActivePowerScheme";

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        SettingReading reading =
            Guid.TryParse(registry.Read(Policy, Active), out var imposed)
                ? new SettingReading.ByPolicy(PowerPlanNames.NameOf(imposed), $@"HKLM\{Policy}, {Active}")
            : plans.Active() is { } active ? new SettingReading.Known(PowerPlanNames.NameOf(active))
            : new SettingReading.Unknown("the system does not report it");
        return Task.FromResult(reading);
    }

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken) =>
        plans.Activate(PowerPlanNames.GuidOf(value ?? "balanced")) ? Task.CompletedTask
            : throw new SettingWriteException(
                $"{target}: this computer has no power plan \"{value}\". Computers with modern standby know only balanced.");

    public Task<SettingReading> ReadBackAsync(SettingTarget target, CancellationToken cancellationToken) =>
        Guid.TryParse(registry.Read(Schemes, Active), out var active)
            ? Task.FromResult<SettingReading>(new SettingReading.Known(PowerPlanNames.NameOf(active)))
            : ReadAsync(target, cancellationToken);
}
