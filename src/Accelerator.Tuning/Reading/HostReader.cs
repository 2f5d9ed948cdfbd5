using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Reading;

/// <summary>Reads a computer: what it is, and every setting of the catalogue.</summary>
public static class HostReader
{
    private const string Version = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    /// <summary>What it is.</summary>
    public static HostFacts ReadHost(IRegistry registry, int processors)
    {
        var build = int.TryParse(registry.Read(Version, "CurrentBuildNumber"), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
        // "Client", "Server" or "Server Core", in every language.
        var isServer = registry.Read(Version, "InstallationType")?.StartsWith("Server", StringComparison.Ordinal) == true;
        return new HostFacts(build, isServer, processors, AdapterClass.Read(registry));
    }

    /// <summary>All settings.</summary>
    public static async Task<HostSnapshot> ReadAsync(HostFacts host, ISettingStore store, CancellationToken cancellationToken)
    {
        var readings = new Dictionary<string, SettingReading>(StringComparer.Ordinal);
        foreach (var target in SettingCatalogue.All.SelectMany(setting => SettingTarget.Of(setting, host)))
            readings[target.ToString()] = await store.ReadAsync(target, cancellationToken).ConfigureAwait(false);
        return new HostSnapshot(host, readings);
    }
}
