using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Publishes small files that need nothing more from the server, in parallel with the streams: a flush takes milliseconds, in which a
/// stream can already fetch its next file. The files that become complete during one flush share the next one.
/// </summary>
internal sealed class FilePublisher : IDisposable
{
    private const int MostInBatch = 64;

    // Without it nearly every file was a batch of its own where a flush costs nothing (tmpfs), and a pool thread was woken for each: 200
    // syncfs calls for 5,000 files of 2 kB (strace -c).
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);

    // Each has a file open. A disk that is slower than the server must slow the streams.
    private const int MostPosted = 256;

    // Where files are flushed one by one, the disk does those that wait together in one go.
    private const int MostFlushes = 16;

    private readonly object _lock = new();
    private readonly SemaphoreSlim _room = new(MostPosted);
    private readonly SemaphoreSlim _flushes = new(MostFlushes);
    private readonly Queue<FilePublication> _waiting = [];
    private readonly TaskCompletionSource _drained = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _posted;
    private bool _isRunning;
    private bool _isDraining;

    /// <summary>Flushes several files at once; false where that is not possible. Tests record the order.</summary>
    internal Func<IReadOnlyList<PartialFile>, bool> TryFlush { get; init; } = VolumeFlush.TryFlush;

    /// <summary>Makes the names in the folder of a file durable.</summary>
    internal Action<PartialFile> FlushFolder { get; init; } = static part => part.FlushFolder();

    /// <summary>Takes over a file whose bytes are complete, and completes its publication in the background, successfully or not.</summary>
    /// <param name="file">The file.</param>
    /// <param name="source">Its source, for the result.</param>
    /// <param name="verification">How it was verified.</param>
    /// <param name="run">The run.</param>
    /// <param name="cancellationToken">Ends the wait for room; then the file was not taken.</param>
    public async ValueTask PostAsync(
        OpenFile file, TransferSource source, FileVerification verification, TransferRun run, CancellationToken cancellationToken)
    {
        await _room.WaitAsync(cancellationToken).ConfigureAwait(false);
        var publication = new FilePublication(file, source, verification, run.Time.GetTimestamp(), run);
        run.Files.NoteWorkEnd(file.Transfer);
        lock (_lock)
        {
            _posted++;
            if (run.Request.BeforePublish is null)
            {
                _waiting.Enqueue(publication);
                if (_isRunning) return;
                _isRunning = true;
            }
        }
        // A hook may take as long as it likes, and other files must not wait for it.
        _ = Task.Run(
            () => run.Request.BeforePublish is null ? RunAsync(run) : PublishAloneAsync(publication, run), CancellationToken.None);
    }

    /// <summary>Waits for all posted files. None may be posted any more.</summary>
    public Task DrainAsync()
    {
        lock (_lock)
        {
            _isDraining = true;
            if (_posted == 0) _drained.TrySetResult();
        }
        return _drained.Task;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        _room.Dispose();
        _flushes.Dispose();
    }

    private async Task RunAsync(TransferRun run)
    {
        while (true)
        {
            var batch = new List<FilePublication>();
            lock (_lock)
            {
                while (batch.Count < MostInBatch && _waiting.TryDequeue(out var next)) batch.Add(next);
                if (batch.Count == 0)
                {
                    _isRunning = false;
                    return;
                }
            }
            await PublishAllAsync(batch, run).ConfigureAwait(false);
            run.WorkChanged.Set();
            await Task.Delay(Pause, TimeProvider.System, CancellationToken.None).ConfigureAwait(false);
        }
    }

    // A defect in one batch must neither stop the next one nor leave a file without an end: the run waits for every file.
    private async Task PublishAllAsync(List<FilePublication> batch, TransferRun run)
    {
        try
        {
            await PublishAsync(batch, run).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            foreach (var file in batch) await TryAsync(file, ValueTask.FromException(e), run).ConfigureAwait(false);
        }
    }

    private async Task PublishAsync(List<FilePublication> batch, TransferRun run)
    {
        batch = await KeepAsync(batch, static file => file.SealAsync(CancellationToken.None), run).ConfigureAwait(false);
        if (!TryFlush(batch.ConvertAll(static file => file.File.Part))) batch = await FlushEachAsync(batch, run).ConfigureAwait(false);
        var named = new List<FilePublication>(batch.Count);
        foreach (var file in batch)
        {
            var renaming = file.RenameAsync(CancellationToken.None);
            // On Windows another program may hold the file: the others do not wait for it.
            if (!renaming.IsCompleted) _ = EndLateAsync(file, renaming, run);
            else if (await TryAsync(file, renaming, run).ConfigureAwait(false)) named.Add(file);
        }
        foreach (var folder in named.GroupBy(static file => Path.GetDirectoryName(file.File.Part.TargetPath)))
            await CompleteAsync([.. folder], run).ConfigureAwait(false);
    }

    private async Task<List<FilePublication>> FlushEachAsync(List<FilePublication> batch, TransferRun run)
    {
        if (batch.Count == 1) return await KeepAsync(batch, FlushAsync, run).ConfigureAwait(false);
        var flushed = await Task.WhenAll(batch.Select(
            file => Task.Run(() => TryAsync(file, FlushAsync(file), run)))).ConfigureAwait(false);
        return [.. batch.Where((_, i) => flushed[i])];
    }

    private async ValueTask FlushAsync(FilePublication file)
    {
        await _flushes.WaitAsync().ConfigureAwait(false);
        try
        {
            await file.File.Part.Sink.FlushAsync(CancellationToken.None).ConfigureAwait(false);
        }
        finally
        {
            _flushes.Release();
        }
    }

    // One flush of the folder makes all its new names durable: only then is any of them reported.
    private async Task CompleteAsync(List<FilePublication> files, TransferRun run)
    {
        StorageException? failure = null;
        try
        {
            FlushFolder(files[0].File.Part);
        }
        catch (StorageException e)
        {
            failure = e;
        }
        foreach (var file in files)
        {
            var ending = failure is null ? file.CompleteAsync() : ValueTask.FromException(failure);
            if (await TryAsync(file, ending, run).ConfigureAwait(false)) Leave(file);
        }
    }

    private async Task EndLateAsync(FilePublication file, ValueTask renaming, TransferRun run)
    {
        if (await TryAsync(file, renaming, run).ConfigureAwait(false)) await CompleteAsync([file], run).ConfigureAwait(false);
        run.WorkChanged.Set();
    }

    private async Task PublishAloneAsync(FilePublication file, TransferRun run)
    {
        await _flushes.WaitAsync().ConfigureAwait(false);
        try
        {
            if (await TryAsync(file, new ValueTask(file.RunAsync(CancellationToken.None)), run).ConfigureAwait(false)) Leave(file);
        }
        finally
        {
            _flushes.Release();
            run.WorkChanged.Set();
        }
    }

    private async Task<List<FilePublication>> KeepAsync(
        List<FilePublication> batch, Func<FilePublication, ValueTask> step, TransferRun run)
    {
        var kept = new List<FilePublication>(batch.Count);
        foreach (var file in batch)
        {
            if (await TryAsync(file, step(file), run).ConfigureAwait(false)) kept.Add(file);
        }
        return kept;
    }

    // Returns false after ending a file whose step failed.
    private async Task<bool> TryAsync(FilePublication file, ValueTask step, TransferRun run)
    {
        try
        {
            await step.ConfigureAwait(false);
            return true;
        }
        catch (Exception e)
        {
            var kind = FailurePolicy.Judge(e, 0, hasStood: true).Kind;
            try
            {
                await FileEnding.FailAsync(file.File.Transfer, kind, e.Message, run).ConfigureAwait(false);
            }
            finally
            {
                Leave(file);
            }
            return false;
        }
    }

    private void Leave(FilePublication file)
    {
        // Free the start of the file: a thousand published files must not each keep theirs in memory.
        file.File.Chain.Clear();
        lock (_lock)
        {
            // After a defect in its batch a file may leave twice.
            if (file.HasLeft) return;
            file.HasLeft = true;
            if (--_posted == 0 && _isDraining) _drained.TrySetResult();
        }
        _room.Release();
    }
}
