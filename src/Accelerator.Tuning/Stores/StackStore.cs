using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>
/// Reads the settings of the TCP stack through CIM and writes them through netsh, whose English arguments work in every language. The
/// output of netsh is localised and its exit code is no evidence of success, so both are ignored. Only the value that CIM reports
/// afterwards shows whether a change succeeded.
/// </summary>
public sealed class StackStore(ICimSource cim, ICommandRunner commands) : ISettingStore
{
    private const string IPv4 = "2";
    private const string Decides = "1";

    public async Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken) =>
        (await ReadAllAsync([target], cancellationToken).ConfigureAwait(false))[0];

    public async Task<IReadOnlyList<SettingReading>> ReadAllAsync(IReadOnlyList<SettingTarget> targets, CancellationToken cancellationToken)
    {
        var classes = new Dictionary<string, CimAnswer>(StringComparer.Ordinal);
        foreach (var name in targets.Select(ClassOf).OfType<string>().Distinct())
            classes[name] = await QueryAsync(name, cancellationToken).ConfigureAwait(false);
        return [.. targets.Select(
            target => ClassOf(target) is { } name
                ? Read(target, classes[name]) : new SettingReading.Unknown("Windows shows it only in its own language"))];
    }

    public async Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        try
        {
            await commands.RunAsync("netsh", NetshArguments.For(target, value), cancellationToken).ConfigureAwait(false);
        }
        catch (IOException e)
        {
            throw new SettingWriteException($"{target}: {e.Message.TrimEnd('.')}.", e);
        }
    }

    private async Task<CimAnswer> QueryAsync(string className, CancellationToken cancellationToken)
    {
        try
        {
            return new CimAnswer(await cim.QueryAsync(CimSpaces.Network, className, cancellationToken).ConfigureAwait(false), null);
        }
        catch (CimException e)
        {
            return new CimAnswer([], e.Message);
        }
    }

    private static string? ClassOf(SettingTarget target) => target.Setting.Place switch
    {
        SettingPlace.Cim place => place.Class,
        SettingPlace.Ports place => place.Class,
        SettingPlace.IPv4Interface => SettingPlace.IPv4Interface.Class,
        _ => null,
    };

    private static SettingReading Read(SettingTarget target, CimAnswer answer)
    {
        if (answer.Problem is { } problem) return new SettingReading.Unknown(problem);
        return target.Setting.Place switch
        {
            SettingPlace.Cim place => ReadProperty(target, place, answer.Row("SettingName", place.Instance)),
            SettingPlace.Ports place => ReadPorts(place, answer.Row("SettingName", place.Instance)),
            SettingPlace.IPv4Interface place => answer.Rows.FirstOrDefault(row => IsOf(row, target.Adapter)) is { } row
                && row.TryGetValue(place.Property, out var digits) ? new SettingReading.Known(digits) : new SettingReading.Unsupported(),
            _ => new SettingReading.Unsupported(),
        };
    }

    private static SettingReading ReadProperty(SettingTarget target, SettingPlace.Cim place, IReadOnlyDictionary<string, string>? row)
    {
        if (row is null || !row.TryGetValue(place.Property, out var digits)) return new SettingReading.Unsupported();
        if (place.Policy is not { } policy || row.GetValueOrDefault(policy.Decider) != Decides)
            return CodedText.Read(target.Setting.Values, digits);
        var imposed = row.TryGetValue(policy.Value, out var level) ? CodedText.Read(target.Setting.Values, level).ToString() : "decided";
        return new SettingReading.ByPolicy(imposed, "gpresult /h FILE shows which");
    }

    private static SettingReading ReadPorts(SettingPlace.Ports place, IReadOnlyDictionary<string, string>? row) =>
        row is not null && Number(row, place.Start) is { } start && Number(row, place.Count) is { } count
            ? new SettingReading.Known(new PortRange(start, start + count).ToString()) : new SettingReading.Unsupported();

    private static bool IsOf(IReadOnlyDictionary<string, string> row, AdapterFacts? adapter) =>
        adapter?.Link is { } link && row.GetValueOrDefault("AddressFamily") == IPv4
            && row.GetValueOrDefault("InterfaceIndex") == link.Index.ToString(CultureInfo.InvariantCulture);

    private static int? Number(IReadOnlyDictionary<string, string> row, string property) =>
        int.TryParse(row.GetValueOrDefault(property), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;

    /// <summary>The rows of a class, or the reason why there are none.</summary>
    private sealed record CimAnswer(IReadOnlyList<IReadOnlyDictionary<string, string>> Rows, string? Problem)
    {
        public IReadOnlyDictionary<string, string>? Row(string property, string? value) =>
            Rows.FirstOrDefault(row => value is null || row.GetValueOrDefault(property) == value);
    }
}
