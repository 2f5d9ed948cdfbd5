using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>
/// Keywords of adapters, in their class keys: REG_SZ even if they are numbers, and read by the driver when the adapter starts.
/// </summary>
/// <param name="registry">HKEY_LOCAL_MACHINE.</param>
/// <param name="cim">The second interface, through which written values are read back.</param>
public sealed class KeywordStore(IRegistry registry, ICimSource cim) : ISettingStore
{
    private const string Class = "MSFT_NetAdapterAdvancedPropertySettingData";

    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        var (key, keyword) = Place(target);
        try
        {
            return Task.FromResult(Read(key, keyword, target.Setting.Values));
        }
        catch (UnauthorizedAccessException e)
        {
            return Task.FromResult<SettingReading>(SettingReading.Unknown.Of(e));
        }
    }

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
            throw new SettingWriteException(
                $"{target}: write access to the class key of {target.Adapter!.Name} was denied. "
                    + "Open a terminal with \"Run as administrator\" and run the command again.", e);
        }
    }

    public async Task<SettingReading> ReadBackAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        var reading = await ReadAsync(target, cancellationToken).ConfigureAwait(false);
        return reading is SettingReading.Known && await AskCimAsync(target, cancellationToken).ConfigureAwait(false) is { } digits
            ? CodedText.Read(target.Setting.Values, digits) : reading;
    }

    private SettingReading Read(string key, string keyword, AllowedValues values)
    {
        var parameter = $@"{key}\Ndi\params\{keyword}";
        return registry.Read(key, keyword) is { } text ? CodedText.Read(values, text)
            : !registry.HasKey(parameter) ? new SettingReading.Unsupported()
            : new SettingReading.Absent(registry.Read(parameter, "default") is { } usual ? CodedText.Read(values, usual).Value : null);
    }

    // If CIM does not answer, or does not show the keyword, only the registry key is left.
    private async Task<string?> AskCimAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        try
        {
            var name = $"{target.Adapter!.Id}::{Place(target).Keyword}";
            var rows = await cim.QueryAsync(CimSpaces.Network, Class, cancellationToken).ConfigureAwait(false);
            return rows.FirstOrDefault(
                row => string.Equals(row.GetValueOrDefault("InstanceID"), name, StringComparison.OrdinalIgnoreCase))?.GetValueOrDefault(
                    "RegistryValue");
        }
        catch (CimException)
        {
            return null;
        }
    }

    private static (string Key, string Keyword) Place(SettingTarget target) =>
        target is { Setting.Place: SettingPlace.DriverKeyword place, Adapter: { } adapter }
            ? ($@"{AdapterClass.Key}\{adapter.Key}", place.Keyword) : throw new ArgumentException($"{target} is no keyword of an adapter.");
}
