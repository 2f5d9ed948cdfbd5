namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>The CIM rows of adapter keywords, derived from the current class keys as Windows does.</summary>
internal sealed class KeywordView(RecordedCim cim, IRegistry registry) : ICimSource
{
    private const string Class = "MSFT_NetAdapterAdvancedPropertySettingData";

    public async Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken)
    {
        var rows = await cim.QueryAsync(space, className, cancellationToken);
        if (className != Class) return rows;
        var keys = registry.Subkeys(AdapterClass.Key).Select(number => $@"{AdapterClass.Key}\{number}").ToLookup(key => registry.Read(key, "NetCfgInstanceId"));
        return [.. rows.Select(row => new Dictionary<string, string>(row) { ["RegistryValue"] = registry.Read(keys[row["InstanceID"].Split("::")[0]].Single(), row["RegistryKeyword"]) ?? row["DefaultRegistryValue"] })];
    }
}
