using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>The active power plan: asked of the power functions, and read back from the registry.</summary>
/// <param name="plans">The power functions.</param>
/// <param name="registry">HKEY_LOCAL_MACHINE.</param>
public sealed class PowerPlanStore(IPowerPlans plans, IRegistry registry) : ISettingStore
{
    private const string Schemes = @"SYSTEM\CurrentControlSet\Control\Power\User\PowerSchemes";
    private const string Policy = @"SOFTWARE\Policies\Microsoft\Power\PowerSettings";
    private const string Active = "ActivePowerScheme";

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
        SettingReading reading =
            Guid.TryParse(registry.Read(Policy, Active), out var imposed) ? new PolicyReading(Word(imposed), $@"HKLM\{Policy}, {Active}")
            : plans.Active() is { } active ? new KnownReading(Word(active))
            : new UnknownReading("the system does not say");
        return Task.FromResult(reading);
    }

    /// <inheritdoc/>
    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        var plan = value is null ? Known["balanced"] : Known.TryGetValue(value, out var known) ? known : Guid.Parse(value.AsSpan("code ".Length));
        return plans.Activate(plan) ? Task.CompletedTask
            : throw new SettingWriteException($"{target}: this computer has no power plan \"{value}\". Computers with modern standby know only balanced.");
    }

    /// <inheritdoc/>
    public Task<SettingReading> ReadBackAsync(SettingTarget target, CancellationToken cancellationToken) =>
        Guid.TryParse(registry.Read(Schemes, Active), out var active) ? Task.FromResult<SettingReading>(new KnownReading(Word(active))) : ReadAsync(target, cancellationToken);

    private static string Word(Guid plan) => Known.FirstOrDefault(known => known.Value == plan).Key ?? $"code {plan:D}";
}
