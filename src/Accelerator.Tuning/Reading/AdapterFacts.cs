namespace Accelerator.Tuning.Reading;

/// <summary>A network adapter, as far as tuning is concerned.</summary>
/// <param name="Id">Its interface's GUID, with braces: what the class key calls NetCfgInstanceId.</param>
/// <param name="Name">Its driver's description, for people.</param>
/// <param name="ClassKey">The number of its class key, four digits.</param>
public sealed record AdapterFacts(string Id, string Name, string ClassKey)
{
    /// <summary>Bits per second; 0 where nobody says.</summary>
    public long LinkSpeed { get; init; }

    /// <summary>What the driver takes, by keyword.</summary>
    public IReadOnlyDictionary<string, DriverLimits> Limits { get; init; } = new Dictionary<string, DriverLimits>();
}
