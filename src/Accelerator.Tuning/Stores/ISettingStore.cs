using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Stores;

/// <summary>Where settings are read and written.</summary>
public interface ISettingStore
{
    /// <summary>Reads one now, past everything that was read before.</summary>
    Task<SettingReading> ReadAsync(SettingTarget target, CancellationToken cancellationToken);

    /// <summary>Asks the system to set one. Whether it did shows when it is read again.</summary>
    /// <param name="target">What is set.</param>
    /// <param name="value">To what; null for the default: a value of the registry is deleted.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="SettingWriteException">The system refused.</exception>
    Task WriteAsync(SettingTarget target, string? value, CancellationToken cancellationToken);
}
