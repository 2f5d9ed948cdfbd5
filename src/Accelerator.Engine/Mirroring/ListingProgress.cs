using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>Reports the progress of a listing five times a second.</summary>
internal sealed class ListingProgress : IAsyncDisposable
{
    private static readonly TimeSpan Interval = TimeSpan.FromMilliseconds(200);

    private readonly CancellationTokenSource _over = new();
    private readonly Task _loop;

    /// <summary>Starts the reports.</summary>
    /// <param name="look">Returns the files and bytes seen so far. Called on any thread.</param>
    /// <param name="name">The listed folder.</param>
    /// <param name="events">Receives the reports.</param>
    /// <param name="time">Clock.</param>
    public ListingProgress(Func<(long Files, long Bytes)> look, string name, IProgress<TransferEvent> events, TimeProvider time) =>
        _loop = LoopAsync(look, name, events, time);

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _over.CancelAsync().ConfigureAwait(false);
        await _loop.ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        _over.Dispose();
    }

    private async Task LoopAsync(Func<(long Files, long Bytes)> look, string name, IProgress<TransferEvent> events, TimeProvider time)
    {
        var started = time.GetTimestamp();
        while (!_over.IsCancellationRequested)
        {
            await Task.Delay(Interval, time, _over.Token).ConfigureAwait(false);
            var (files, bytes) = look();
            events.Report(new TransferEvent.Progress(new TransferSnapshot
            {
                Elapsed = time.GetElapsedTime(started),
                Phase = TransferPhase.Listing,
                BytesDone = 0,
                BytesTotal = bytes,
                BytesFetched = 0,
                BytesPerSecond = 0,
                FilesDone = 0,
                FilesTotal = checked((int)Math.Min(files, int.MaxValue)),
                CurrentFile = name,
                ActiveStreams = 0,
                WantedStreams = 0,
                Streams = [],
            }));
        }
    }
}
