using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Machine;

/// <summary>Restarts adapters, so that their drivers read the new values.</summary>
public interface IAdapterRestarter
{
    /// <summary>Takes an adapter down and up again, and returns once the system has accepted that; the link comes back later.</summary>
    /// <exception cref="SettingWriteException">The system refused.</exception>
    Task RestartAsync(AdapterFacts adapter, CancellationToken cancellationToken);
}
