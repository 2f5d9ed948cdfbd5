using System.Collections.Concurrent;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Publishes small files that need nothing more from the server, in parallel with the streams: a flush takes milliseconds, in which a
/// stream can already fetch its next file.
/// </summary>
internal sealed class FilePublisher : IDisposable
{
    // The file system makes one commit of the flushes that wait together.
    private readonly SemaphoreSlim _room = new(16);
    private readonly ConcurrentDictionary<OpenFile, Task> _under = [];

    /// <summary>Takes over a file whose bytes are complete, and completes its publication in the background, successfully or not.</summary>
    public void Post(OpenFile file, TransferSource source, TransferRun run) =>
        _under.TryAdd(file, Task.Run(() => PublishAsync(file, source, run)));

    /// <summary>Waits for all posted files.</summary>
    public Task DrainAsync() => Task.WhenAll(_under.Values);

    /// <inheritdoc/>
    public void Dispose() => _room.Dispose();

    private async Task PublishAsync(OpenFile file, TransferSource source, TransferRun run)
    {
        await _room.WaitAsync().ConfigureAwait(false);
        try
        {
            await FileFinisher.PublishAsync(
                file, source, new FileVerification("length") { Checks = new ConsistencyChecks(["size"], ConsistencyChecks.NotAsked) },
                run.Time.GetTimestamp(), run, CancellationToken.None).ConfigureAwait(false);
            // Free the start of the file: a thousand published files must not each keep theirs in memory.
            file.Chain.Clear();
        }
        catch (Exception e)
        {
            var kind = FailurePolicy.Judge(e, 0, hasStood: true).Kind;
            await FileEnding.FailAsync(file.Transfer, kind, e.Message, run).ConfigureAwait(false);
        }
        finally
        {
            _room.Release();
            _under.TryRemove(file, out _);
            run.WorkChanged.Set();
        }
    }
}
