using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Machine;

/// <summary>Restarts adapters, so that their drivers read what was written.</summary>
public interface IAdapterRestarter
{
    /// <summary>Takes an adapter down and up again, and returns when the system was told; the link comes back later.</summary>
    /// <exception cref="SettingWriteException">The system refused.</exception>
    Task RestartAsync(AdapterFacts adapter, CancellationToken cancellationToken);
}
