using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>All settings of a computer, each from the store of its place.</summary>
public sealed class SettingStore(RegistryStore registry, KeywordStore keywords, StackStore stack, PowerPlanStore power) : ISettingStore
{
    /// <inheritdoc/>
    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) => Of(target).ReadAsync(target, cancellationToken);

    /// <inheritdoc/>
    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken) => Of(target).WriteAsync(target, value, cancellationToken);

    private ISettingStore Of(SettingTarget target) => target.Setting.Place switch
    {
        RegistryPlace => registry,
        KeywordPlace => keywords,
        PowerPlanPlace => power,
        _ => stack,
    };
}
