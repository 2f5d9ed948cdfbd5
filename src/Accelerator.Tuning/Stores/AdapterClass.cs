using System.Globalization;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>The class keys of network adapters: the list of adapters, and the values that their drivers accept.</summary>
public static class AdapterClass
{
    /// <summary>The key whose subkeys are the adapters.</summary>
    public const string Key = @"SYSTEM\CurrentControlSet\Control\Class\{4D36E972-E325-11CE-BFC1-08002BE10318}";

    // NCF_PHYSICAL: a device, not a tunnel or a filter.
    private const uint Physical = 4;

    /// <summary>Returns all adapters that are physical devices.</summary>
    public static IReadOnlyList<AdapterFacts> Read(IRegistry registry) =>
    [
        .. from number in registry.Subkeys(Key).Where(name => name.Length == 4 && name.All(char.IsAsciiDigit)).Order(StringComparer.Ordinal)
           let key = $@"{Key}\{number}"
           let id = registry.Read(key, "NetCfgInstanceId")
           where id is not null && IsPhysical(registry.Read(key, "Characteristics"))
           select new AdapterFacts(id, registry.Read(key, "DriverDesc") ?? id, number) { Limits = Limits(registry, $@"{key}\Ndi\params") },
    ];

    private static bool IsPhysical(string? characteristics) =>
        uint.TryParse(characteristics, NumberStyles.None, CultureInfo.InvariantCulture, out var bits) && (bits & Physical) != 0;

    private static Dictionary<string, DriverLimits> Limits(IRegistry registry, string key)
    {
        var limits = new Dictionary<string, DriverLimits>(StringComparer.Ordinal);
        foreach (var keyword in registry.Subkeys(key))
        {
            if (Number("min") is { } least && Number("max") is { } most && most >= least)
                limits[keyword] = new DriverLimits(least, most, Math.Max(1, Number("step") ?? 1));
            // Intel's drivers list queue numbers and frame sizes: each number is the name of a value, whose text is for people.
            else if (DriverLimits.Of(registry.Names($@"{key}\{keyword}\enum").Select(Parsed).OfType<long>()) is { } listed)
                limits[keyword] = listed;

            long? Number(string name) => Parsed(registry.Read($@"{key}\{keyword}", name));
        }
        return limits;
    }

    private static long? Parsed(string? text) =>
        long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}
