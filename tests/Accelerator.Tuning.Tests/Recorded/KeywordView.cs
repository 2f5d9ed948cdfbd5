using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Stores;

namespace Accelerator.Tuning.Tests.Recorded;

/// <summary>CIM's rows of adapters' keywords as Windows makes them: from the class keys, as these are now.</summary>
internal sealed class KeywordView(RecordedCim cim, IRegistry registry) : ICimSource
{
    private const string Class = "MSFT_NetAdapterAdvancedPropertySettingData";

    public async Task<IReadOnlyList<IReadOnlyDictionary<string, string>>> QueryAsync(string space, string className, CancellationToken cancellationToken)
    {
        var rows = await cim.QueryAsync(space, className, cancellationToken);
        return className == Class ? [.. rows.Select(Now)] : rows;
    }

    private Dictionary<string, string> Now(IReadOnlyDictionary<string, string> row)
    {
        var (adapter, keyword) = (row["InstanceID"].Split("::")[0], row["RegistryKeyword"]);
        var key = registry.Subkeys(AdapterClass.Key).Select(number => $@"{AdapterClass.Key}\{number}").Single(key => registry.Read(key, "NetCfgInstanceId") == adapter);
        return new Dictionary<string, string>(row) { ["RegistryValue"] = registry.Read(key, keyword) ?? row["DefaultRegistryValue"] };
    }
}
