using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Machine;

/// <summary>The adapters of Linux, whose drivers use a new value at once: there is nothing to restart, only a link to wait for.</summary>
public sealed class LiveAdapters : IAdapterRestarter
{
    public Task RestartAsync(AdapterFacts adapter, CancellationToken cancellationToken) => Task.CompletedTask;
}
