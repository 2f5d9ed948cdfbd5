using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Reads and writes settings.</summary>
public interface ISettingStore
{
    /// <summary>Reads a setting now, bypassing all caches.</summary>
    Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken);

    /// <summary>Reads several settings and returns them in the same order; a source that several of them share is queried once.</summary>
    async Task<IReadOnlyList<SettingReading>> ReadAllAsync(IReadOnlyList<SettingTarget> targets, CancellationToken cancellationToken)
    {
        var readings = new List<SettingReading>(targets.Count);
        foreach (var target in targets) readings.Add(await ReadAsync(target, cancellationToken).ConfigureAwait(false));
        return readings;
    }

    /// <summary>Asks the system to change a setting. Only reading it back shows whether it did.</summary>
    /// <param name="target">The setting.</param>
    /// <param name="value">The value; null for the default: a registry value is deleted.</param>
    /// <exception cref="SettingWriteException">The system refused.</exception>
    Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken);

    /// <summary>Reads a value back, through a different interface than the one that wrote it if the system has one.</summary>
    Task<SettingReading> ReadBackAsync(SettingTarget target, CancellationToken cancellationToken) => ReadAsync(target, cancellationToken);
}
