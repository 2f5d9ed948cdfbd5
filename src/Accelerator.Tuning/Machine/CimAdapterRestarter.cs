using Accelerator.Tuning.Reading;

namespace Accelerator.Tuning.Machine;

/// <summary>
/// Restarts adapters through CIM, as Restart-NetAdapter does: down and up in one call, so that cutting the calling session cannot leave the
/// adapter down.
/// </summary>
public sealed class CimAdapterRestarter(ICimCaller cim) : IAdapterRestarter
{
    public async Task RestartAsync(AdapterFacts adapter, CancellationToken cancellationToken)
    {
        try
        {
            await cim.InvokeAsync("MSFT_NetAdapter", "DeviceID", adapter.Id, "Restart", cancellationToken).ConfigureAwait(false);
        }
        catch (CimException e)
        {
            throw new SettingWriteException($"{adapter.Name} could not be restarted: {e.Message}.", e);
        }
    }
}
