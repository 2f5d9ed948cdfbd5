using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Reads the facts about a computer, and every setting of the catalogue.</summary>
public static class HostReader
{
    private const string Version = @"SOFTWARE\Microsoft\Windows NT\CurrentVersion";

    /// <summary>Returns the facts about a Windows computer.</summary>
    /// <param name="registry">Its HKEY_LOCAL_MACHINE.</param>
    /// <param name="links">The interfaces of the computer.</param>
    /// <param name="processors">The number of logical processors.</param>
    public static HostFacts ReadWindows(IRegistry registry, IReadOnlyList<LinkFacts> links, int processors)
    {
        var build = int.TryParse(
            registry.Read(Version, "CurrentBuildNumber"), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0;
        // "Client", "Server" or "Server Core", in every language.
        var isServer = registry.Read(Version, "InstallationType")?.StartsWith("Server", StringComparison.Ordinal) == true;
        var byId = links.ToLookup(link => link.Id, StringComparer.OrdinalIgnoreCase);
        return new HostFacts(build, isServer, processors,
            [.. AdapterClass.Read(registry).Select(adapter => adapter with { Link = byId[adapter.Id].FirstOrDefault() })])
        {
            // On Windows 11 the registry still contains "Windows 10"; the build number distinguishes the two.
            System = build >= 22000 && !isServer
                ? $"Windows 11, build {build}" : $"{registry.Read(Version, "ProductName") ?? "Windows"}, build {build}",
        };
    }

    /// <summary>Returns the facts about a Linux computer. Its adapters are all interfaces that are up.</summary>
    /// <param name="files">The files of its kernel.</param>
    /// <param name="ethtool">Queries the drivers.</param>
    /// <param name="links">The interfaces of the computer.</param>
    /// <param name="processors">The number of logical processors.</param>
    public static HostFacts ReadLinux(KernelFiles files, IEthtool ethtool, IReadOnlyList<LinkFacts> links, int processors) =>
        new(0, IsServer: false, processors,
            [.. links.Where(link => link.IsUp).OrderBy(link => link.Name, StringComparer.Ordinal)
                .Select(link => Adapter(files, ethtool, link))])
        {
            Platform = HostPlatform.Linux,
            System = $"Linux {files.ReadOrNull(KernelReader.Release)}",
            Kernel = KernelReader.Read(files),
        };

    /// <summary>Reads all settings.</summary>
    public static async Task<HostSnapshot> ReadAsync(HostFacts host, ISettingStore store, CancellationToken cancellationToken)
    {
        var targets = SettingCatalogue.All.SelectMany(setting => SettingTarget.Of(setting, host)).ToList();
        var readings = await store.ReadAllAsync(targets, cancellationToken).ConfigureAwait(false);
        return new HostSnapshot(host,
            targets.Zip(readings).ToDictionary(pair => pair.First.ToString(), pair => pair.Second, StringComparer.Ordinal));
    }

    private static AdapterFacts Adapter(KernelFiles files, IEthtool ethtool, LinkFacts link)
    {
        var device = $"/sys/class/net/{link.Name}/device";
        var driver = files.LinkTarget($"{device}/driver");
        return new AdapterFacts(link.Id, driver is null ? $"{link.Name} (virtual)" : $"{link.Name} ({driver})", link.Name)
        {
            Link = link,
            IsVirtual = driver is null,
            Hardware = new AdapterHardware
            {
                Interrupts = files.List($"{device}/msi_irqs"),
                Processors = KernelReader.Numbers(files.ReadOrNull($"{device}/local_cpulist")),
            },
            Limits = Limits(ethtool, link.Name),
        };
    }

    private static Dictionary<string, DriverLimits> Limits(IEthtool ethtool, string link)
    {
        var limits = new Dictionary<string, DriverLimits>(StringComparer.Ordinal);
        var places = SettingCatalogue.All.Select(setting => setting.Place).OfType<SettingPlace.Ethtool>();
        foreach (var place in places.Where(place => place.Most > 0))
        {
            if (ethtool.Query(link, place.Question) is { } answer && answer[place.Most] > 0)
                limits[place.DriverName!] = new DriverLimits(1, answer[place.Most], 1);
        }
        return limits;
    }
}
