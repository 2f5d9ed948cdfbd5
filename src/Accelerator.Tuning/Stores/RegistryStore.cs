using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Registry values. The registry itself is authoritative: a value is read back from a newly opened key.</summary>
public sealed class RegistryStore(IRegistry registry) : ISettingStore
{
    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        var (key, name) = Place(target);
        try
        {
            var text = registry.Read(key, name);
            // Windows ignores it, and it could not be restored: only numbers are written here.
            if (text is not null && target.Setting.NeverWritten is null && !IsNumber(text))
                return Task.FromResult<SettingReading>(new SettingReading.Unknown($"\"{text}\" is no number"));
            return Task.FromResult(text is null ? new SettingReading.Absent() : CodedText.Read(target.Setting.Values, text));
        }
        catch (UnauthorizedAccessException e)
        {
            return Task.FromResult<SettingReading>(SettingReading.Unknown.Of(e));
        }
    }

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        var (key, name) = Place(target);
        try
        {
            if (value is null) registry.Delete(key, name);
            else
                registry.SetNumber(key, name,
                    uint.Parse(CodedText.Write(target.Setting.Values, value), NumberStyles.None, CultureInfo.InvariantCulture));
            return Task.CompletedTask;
        }
        catch (UnauthorizedAccessException e)
        {
            throw new SettingWriteException(
                $"{target}: write access to HKEY_LOCAL_MACHINE\\{key} was denied. Open a terminal with \"Run as administrator\" and "
                    + "run the command again.", e);
        }
    }

    private static bool IsNumber(string text) => uint.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out _);

    private static (string Key, string Name) Place(SettingTarget target) => target.Setting.Place is SettingPlace.Registry place
        ? (place.Key, place.Name) : throw new ArgumentException($"{target} is not in the registry.");
}
