using System.Globalization;
using Accelerator.Tuning.Catalogue;
using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>The arguments of <c>netsh</c> that set a value: English in every language of Windows, with adapters by number.</summary>
public static class NetshArguments
{
    private const string Default = "default";

    /// <summary>Returns the arguments.</summary>
    /// <param name="target">The setting.</param>
    /// <param name="value">The value; null for the default.</param>
    /// <exception cref="ArgumentException">netsh does not set this setting.</exception>
    /// <exception cref="SettingWriteException">The adapter has no interface.</exception>
    public static IReadOnlyList<string> For(SettingTarget target, string? value)
    {
        var words = target.Setting.Netsh ?? throw new ArgumentException($"{target} is not written by netsh.");
        var index = target.Adapter?.Link is { Index: > 0 } link ? link.Index.ToString(CultureInfo.InvariantCulture) : null;
        if (index is null && target.Adapter is not null)
            throw new SettingWriteException(
                $"{target}: {target.Adapter.Name} has no network interface now. Enable the adapter, then try again.");
        // If the value cannot be read, the earlier value is not known either: use netsh's own keyword for the default, or the Windows
        // default if netsh has no such keyword.
        value ??= target.Setting.Values.Problem(Default) is null ? Default : target.Setting.Defaults[0].Value;
        var ports = PortRange.Parse(value);
        return [.. words.Select(word => word
            .Replace("{0}", value, StringComparison.Ordinal)
            .Replace("{index}", index, StringComparison.Ordinal)
            .Replace("{start}", ports?.Start.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal)
            .Replace("{count}", ports?.Count.ToString(CultureInfo.InvariantCulture), StringComparison.Ordinal))];
    }
}
