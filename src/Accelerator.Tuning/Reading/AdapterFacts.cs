namespace Accelerator.Tuning.Reading;

/// <summary>A network adapter, as far as tuning is concerned.</summary>
/// <param name="Id">Its interface's GUID with braces, which the class key calls NetCfgInstanceId; on Linux its name.</param>
/// <param name="Name">Its driver's description, for people.</param>
/// <param name="Key">What targets call it: on Windows the four digits of its class key, on Linux its name.</param>
public sealed record AdapterFacts(string Id, string Name, string Key)
{
    /// <summary>The interface that programs see; null where none belongs to it, as with a device that is switched off.</summary>
    public LinkFacts? Link { get; init; }

    /// <summary>What the driver takes, by <see cref="Catalogue.SettingPlace.DriverName"/>.</summary>
    public IReadOnlyDictionary<string, DriverLimits> Limits { get; init; } = new Dictionary<string, DriverLimits>();
}
