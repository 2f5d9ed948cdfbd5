using Accelerator.Tuning.Machine;
using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Where settings are read and written.</summary>
public interface ISettingStore
{
    /// <summary>Reads one now, past everything that was read before.</summary>
    Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken);

    /// <summary>Reads many at once, in their order; what several of them are kept in is asked once.</summary>
    async Task<IReadOnlyList<SettingReading>> ReadAllAsync(IReadOnlyList<SettingTarget> targets, CancellationToken cancellationToken)
    {
        var readings = new List<SettingReading>(targets.Count);
        foreach (var target in targets) readings.Add(await ReadAsync(target, cancellationToken).ConfigureAwait(false));
        return readings;
    }

    /// <summary>Asks the system to set one. Whether it did shows when it is read back.</summary>
    /// <param name="target">What is set.</param>
    /// <param name="value">To what; null for the default: a value of the registry is deleted.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="SettingWriteException">The system refused.</exception>
    Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken);

    /// <summary>Reads back what was written, through another way than the one that wrote it where the system has one.</summary>
    Task<SettingReading> ReadBackAsync(SettingTarget target, CancellationToken cancellationToken) => ReadAsync(target, cancellationToken);
}
