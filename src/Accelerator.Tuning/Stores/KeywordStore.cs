using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Keywords of adapters, in their class keys: REG_SZ even where they are numbers, read by the driver when the adapter starts.</summary>
public sealed class KeywordStore(IRegistry registry) : ISettingStore
{
    /// <inheritdoc/>
    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        var (key, keyword) = Place(target);
        var parameter = $@"{key}\Ndi\params\{keyword}";
        SettingReading reading =
            registry.Read(key, keyword) is { } text ? CodedText.Read(target.Setting.Values, text)
            : !registry.HasKey(parameter) ? new UnsupportedReading()
            : new AbsentReading(registry.Read(parameter, "default") is { } usual ? CodedText.Read(target.Setting.Values, usual).Value : null);
        return Task.FromResult(reading);
    }

    /// <inheritdoc/>
    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        var (key, keyword) = Place(target);
        try
        {
            if (value is null) registry.Delete(key, keyword);
            else registry.SetText(key, keyword, CodedText.Write(target.Setting.Values, value));
            return Task.CompletedTask;
        }
        catch (UnauthorizedAccessException e)
        {
            throw new SettingWriteException($"{target}: the class key of {target.Adapter!.Name} may not be written. Run it in a terminal that was opened as administrator.", e);
        }
    }

    private static (string Key, string Keyword) Place(SettingTarget target) =>
        target is { Setting.Place: KeywordPlace place, Adapter: { } adapter } ? ($@"{AdapterClass.Key}\{adapter.Key}", place.Keyword) : throw new ArgumentException($"{target} is no keyword of an adapter.");
}
