using System.Threading.Channels;

namespace Accelerator.Engine.Transfers.Running;

/// <summary>
/// Takes events from every stream without blocking it, and passes them to the observer one at a time and in order. An observer that draws,
/// or that is JIT-compiled just before the first ranges are requested, delayed four streams by a quarter of a second (measured).
/// </summary>
internal sealed class EventPump : IProgress<TransferEvent>, IAsyncDisposable
{
    // Short files report thousands of events a second. Waking a pool thread for each of them cost more than passing the event on.
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(10);

    private readonly Channel<TransferEvent> _events =
        Channel.CreateUnbounded<TransferEvent>(new UnboundedChannelOptions { SingleReader = true });
    private readonly CancellationTokenSource _over = new();
    private readonly Task _pump;

    /// <summary>Creates a pump to one observer.</summary>
    public EventPump(IProgress<TransferEvent> observer) => _pump = Task.Run(async () =>
    {
        while (await _events.Reader.WaitToReadAsync().ConfigureAwait(false))
        {
            while (_events.Reader.TryRead(out var value)) observer.Report(value);
            await Task.Delay(Pause, TimeProvider.System, _over.Token).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        }
    });

    /// <inheritdoc/>
    public void Report(TransferEvent value) => _events.Writer.TryWrite(value);

    /// <summary>Waits until the observer has received all events.</summary>
    public async ValueTask DisposeAsync()
    {
        _events.Writer.TryComplete();
        await _over.CancelAsync().ConfigureAwait(false);
        await _pump.ConfigureAwait(false);
        _over.Dispose();
    }
}
