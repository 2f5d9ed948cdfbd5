namespace Accelerator.Tuning.Reading;

/// <summary>The properties of a network adapter that matter for tuning.</summary>
/// <param name="Id">Its interface's GUID with braces, which the class key calls NetCfgInstanceId; on Linux its name.</param>
/// <param name="Name">Its driver's description, for people.</param>
/// <param name="Key">The name in targets: on Windows the four digits of its class key, on Linux its name.</param>
public sealed record AdapterFacts(string Id, string Name, string Key)
{
    /// <summary>The interface that programs see; null if the adapter has none, for example because the device is disabled.</summary>
    public LinkFacts? Link { get; init; }

    /// <summary>
    /// Whether it is a bridge, a tunnel or another interface without a device. Such an interface is changed only if a path is known to
    /// leave by it.
    /// </summary>
    public bool IsVirtual { get; init; }

    /// <summary>The slot and the driver.</summary>
    public AdapterHardware Hardware { get; init; } = AdapterHardware.Unknown;

    /// <summary>The values that the driver accepts, by <see cref="Catalogue.SettingPlace.DriverName"/>.</summary>
    public IReadOnlyDictionary<string, DriverLimits> Limits { get; init; } = new Dictionary<string, DriverLimits>();
}
