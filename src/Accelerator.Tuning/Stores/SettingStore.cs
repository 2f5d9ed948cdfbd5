using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>All settings of a Windows computer, each in the store of its place.</summary>
public sealed class SettingStore(RegistryStore registry, KeywordStore keywords, StackStore stack, PowerPlanStore power) : ISettingStore
{
    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) =>
        Of(target).ReadAsync(target, cancellationToken);

    public async Task<IReadOnlyList<SettingReading>> ReadAllAsync(IReadOnlyList<SettingTarget> targets, CancellationToken cancellationToken)
    {
        var readings = new Dictionary<SettingTarget, SettingReading>();
        foreach (var share in targets.GroupBy(Of))
        {
            var asked = share.ToList();
            var answers = await share.Key.ReadAllAsync(asked, cancellationToken).ConfigureAwait(false);
            for (var i = 0; i < asked.Count; i++) readings[asked[i]] = answers[i];
        }
        return [.. targets.Select(target => readings[target])];
    }

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken) =>
        Of(target).WriteAsync(target, value, cancellationToken);

    public Task<SettingReading> ReadBackAsync(SettingTarget target, CancellationToken cancellationToken) =>
        Of(target).ReadBackAsync(target, cancellationToken);

    private ISettingStore Of(SettingTarget target) => target.Setting.Place switch
    {
        SettingPlace.Registry => registry,
        SettingPlace.DriverKeyword => keywords,
        SettingPlace.PowerPlan => power,
        _ => stack,
    };
}
