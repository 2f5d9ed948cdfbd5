using System.ComponentModel;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>
/// The TCP stack: read through CIM and written through netsh, whose English words hold in every language. What netsh prints is localised and its exit
/// code proves nothing, so neither is looked at: what counts is what CIM says afterwards.
/// </summary>
public sealed class StackStore(ICimSource cim, ICommandRunner commands) : ISettingStore
{
    /// <inheritdoc/>
    public async Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken)
    {
        if (target.Setting.Place is not CimPlace place) return new UnknownReading("nothing tells it in every language");
        try
        {
            var rows = await cim.QueryAsync(place.Class, cancellationToken).ConfigureAwait(false);
            var row = rows.FirstOrDefault(row => place.Instance is null || row.GetValueOrDefault("SettingName") == place.Instance);
            if (row is null || !row.TryGetValue(place.Property, out var digits)) return new UnsupportedReading();
            var reading = CodedText.Read(target.Setting.Values, digits);
            return place.DecidedBy is { } decider && row.GetValueOrDefault(decider) == "1" ? new PolicyReading(reading.ToString(), decider) : reading;
        }
        catch (CimException e)
        {
            return new UnknownReading(e.Message);
        }
    }

    /// <inheritdoc/>
    public async Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken)
    {
        var words = target.Setting.Netsh ?? throw new ArgumentException($"{target} is not written by netsh.");
        try
        {
            await commands.RunAsync("netsh", [.. words.Select(word => word.Replace("{0}", value ?? "default", StringComparison.Ordinal))], cancellationToken).ConfigureAwait(false);
        }
        catch (Win32Exception e)
        {
            throw new SettingWriteException($"{target}: netsh could not be started ({e.Message}).", e);
        }
    }
}
