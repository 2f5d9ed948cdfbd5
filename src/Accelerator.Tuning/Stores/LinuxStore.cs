using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Reads the settings of the Linux kernel and its drivers. Never writes one.</summary>
/// <param name="root">The folder that serves as <c>/</c>.</param>
/// <param name="ethtool">Queries the drivers.</param>
public sealed class LinuxStore(string root, IEthtool ethtool) : ISettingStore
{
    public Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) =>
        Task.FromResult(target.Setting.Place switch
    {
        SettingPlace.Sysctl sysctl => ReadFile(target, $"proc/sys/{sysctl.Name.Replace('.', '/')}", sysctl.Field),
        SettingPlace.LinuxFile file => ReadFile(
            target, file.Path.TrimStart('/').Replace("{adapter}", target.Adapter?.Key, StringComparison.Ordinal), 0),
        SettingPlace.Ethtool place when target.Adapter is { } adapter => ethtool.Query(adapter.Key, place.Question) is { } answer
            ? CodedText.Read(target.Setting.Values, answer[place.Answer].ToString(CultureInfo.InvariantCulture))
            : new SettingReading.Unsupported(),
        _ => new SettingReading.Unsupported(),
    });

    public Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken) =>
        throw new SettingWriteException(
            $"{target}: settings of Linux are read and advised, never written. ftpx tune export prints the commands.");

    private SettingReading ReadFile(SettingTarget target, string path, int field)
    {
        try
        {
            var fields = File.ReadAllText(Path.Combine(root, path)).Split((char[])[' ', '\t', '\n'], StringSplitOptions.RemoveEmptyEntries);
            return field < fields.Length ? CodedText.Read(target.Setting.Values, fields[field]) : new SettingReading.Unsupported();
        }
        catch (Exception e) when (e is FileNotFoundException or DirectoryNotFoundException)
        {
            return new SettingReading.Unsupported();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return new SettingReading.Unknown("it may not be read");
        }
    }
}
