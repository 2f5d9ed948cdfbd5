using System.Threading.Channels;

namespace Accelerator.Engine.Transfers.Running;

/// <summary>
/// Takes events from every stream without blocking it, and passes them to the observer one at a time and in order. An observer that draws,
/// or that is JIT-compiled just before the first ranges are requested, delayed four streams by a quarter of a second (measured).
/// </summary>
internal sealed class EventPump : IProgress<TransferEvent>, IAsyncDisposable
{
    private readonly Channel<TransferEvent> _events =
        Channel.CreateUnbounded<TransferEvent>(new UnboundedChannelOptions { SingleReader = true });
    private readonly Task _pump;

    /// <summary>Creates a pump to one observer.</summary>
    public EventPump(IProgress<TransferEvent> observer) => _pump = Task.Run(async () =>
    {
        await foreach (var value in _events.Reader.ReadAllAsync().ConfigureAwait(false)) observer.Report(value);
    });

    /// <inheritdoc/>
    public void Report(TransferEvent value) => _events.Writer.TryWrite(value);

    /// <summary>Waits until the observer has received all events.</summary>
    public async ValueTask DisposeAsync()
    {
        _events.Writer.TryComplete();
        await _pump.ConfigureAwait(false);
    }
}
