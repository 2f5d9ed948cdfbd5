using System.Globalization;
using System.Text.Json;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Reads the slots and drivers of adapters. What cannot be read is unknown.</summary>
public static class HardwareReader
{
    private const string Class = "MSFT_NetAdapterHardwareInfoSettingData";

    // MSFT_NetAdapterHardwareInfoSettingData documents 1 and 2; PCI Express encodes the later generations likewise.
    private static readonly double[] Generations = [0, 2.5, 5, 8, 16, 32, 64];

    // Drivers that Windows updates in place keep this date (Microsoft: "Why are all of the Windows drivers dated June 21, 2006?").
    private static readonly DateOnly Fixed = new(2006, 6, 21);

    /// <summary>Returns the facts about a Windows computer with the slots from CIM and the drivers' dates from the class keys.</summary>
    public static async Task<HostFacts> OfWindowsAsync(
        HostFacts host, IRegistry registry, ICimSource cim, CancellationToken cancellationToken)
    {
        IReadOnlyList<IReadOnlyDictionary<string, string>> rows;
        try
        {
            rows = await cim.QueryAsync(CimSpaces.Network, Class, cancellationToken).ConfigureAwait(false);
        }
        catch (CimException)
        {
            rows = [];
        }
        return host with { Adapters = [.. host.Adapters.Select(adapter => adapter with { Hardware = Read(adapter) })] };

        AdapterHardware Read(AdapterFacts adapter)
        {
            var row = rows.FirstOrDefault(row => IsOf(row, adapter));
            return new AdapterHardware
            {
                Slot = Slot(row, "PciExpressCurrentLink"),
                SlotMost = Slot(row, "PciExpressMaxLink"),
                NumaNode = Number(row, "NumaNode") is { } node && node != ushort.MaxValue ? node : null,
                DriverDate = Date(registry.Read($@"{AdapterClass.Key}\{adapter.Key}", "DriverDate")),
            };
        }
    }

    /// <summary>
    /// Returns the facts about a Linux computer with the slots from sysfs and the largest packets of its drivers. The drivers have no date.
    /// </summary>
    /// <param name="host">The computer.</param>
    /// <param name="root">The folder that serves as <c>/</c>.</param>
    /// <param name="links">The output of <c>ip -details -json link show</c>; null if there is none.</param>
    public static HostFacts OfLinux(HostFacts host, string root, string? links)
    {
        var mtus = MostMtus(links);
        return host with { Adapters = [.. host.Adapters.Select(adapter => adapter with { Hardware = Read(root, adapter, mtus) })] };
    }

    // Only netlink has the limit of a driver (IFLA_MAX_MTU, since Linux 4.19); ip prints it since iproute2 4.19. 0 is a driver without one.
    private static Dictionary<string, int> MostMtus(string? links)
    {
        try
        {
            using var json = JsonDocument.Parse(links ?? "[]");
            return json.RootElement.EnumerateArray()
                .Where(link => link.TryGetProperty("max_mtu", out var most) && most.TryGetInt32(out var bytes) && bytes > 0)
                .ToDictionary(link => link.GetProperty("ifname").GetString()!, link => link.GetProperty("max_mtu").GetInt32(),
                    StringComparer.Ordinal);
        }
        catch (Exception e) when (e is JsonException or KeyNotFoundException or InvalidOperationException or ArgumentException)
        {
            return [];
        }
    }

    private static AdapterHardware Read(string root, AdapterFacts adapter, Dictionary<string, int> mtus)
    {
        return adapter.Hardware with
        {
            MostMtu = mtus.TryGetValue(adapter.Key, out var most) ? most : null,
            Slot = Slot("current"),
            SlotMost = Slot("max"),
            // -1 on a computer with one node.
            NumaNode = int.TryParse(Text("numa_node"), NumberStyles.None, CultureInfo.InvariantCulture, out var node) ? node : null,
        };

        // "8.0 GT/s PCIe" and "8"; before Linux 5.10 "8 GT/s".
        PciLink? Slot(string kind) =>
            double.TryParse(Text($"{kind}_link_speed").Split(' ')[0], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture,
                out var speed)
            && int.TryParse(Text($"{kind}_link_width"), NumberStyles.None, CultureInfo.InvariantCulture, out var lanes) && lanes > 0
                ? new PciLink(speed, lanes) : null;

        string Text(string file)
        {
            try
            {
                return File.ReadAllText(Path.Combine(root, $"sys/class/net/{adapter.Key}/device/{file}")).Trim();
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return "";
            }
        }
    }

    private static bool IsOf(IReadOnlyDictionary<string, string> row, AdapterFacts adapter) =>
        row.GetValueOrDefault("InstanceID")?.StartsWith(adapter.Id, StringComparison.OrdinalIgnoreCase) == true
        || (adapter.Link is { } link && row.GetValueOrDefault("Name") == link.Name);

    private static PciLink? Slot(IReadOnlyDictionary<string, string>? row, string kind) =>
        Number(row, $"{kind}SpeedEncoded") is { } speed && speed > 0 && speed < Generations.Length
        && Number(row, $"{kind}Width") is > 0 and var lanes
            ? new PciLink(Generations[speed], lanes) : null;

    private static int? Number(IReadOnlyDictionary<string, string>? row, string property) =>
        int.TryParse(row?.GetValueOrDefault(property), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    // As in a driver's INF file: month, day and year without leading zeros.
    private static DateOnly? Date(string? text) =>
        DateOnly.TryParseExact(text, "M-d-yyyy", CultureInfo.InvariantCulture, DateTimeStyles.None, out var date) && date != Fixed
            ? date : null;
}
