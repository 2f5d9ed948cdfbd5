using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;
using Accelerator.Gateway.Files;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>Fetches whole files into memory, over several sessions of one login. Thread-safe.</summary>
/// <param name="login">The login.</param>
/// <param name="cache">Receives the files.</param>
/// <param name="confirmations">Tells which files there are.</param>
/// <param name="settings">The bounds.</param>
/// <param name="time">Clock.</param>
/// <param name="stop">Ends the fetches.</param>
internal sealed class Prefetch(
    UpstreamLogin login, FileCache cache, Confirmations confirmations, ReadAheadSettings settings, TimeProvider time,
    CancellationToken stop)
{
    // More would open too many connections for a client that may want a few files only.
    private const int MostAtFirst = 16;

    private readonly object _lock = new();
    private readonly Dictionary<FtpPath, Job> _jobs = [];
    private readonly HashSet<FtpPath> _failed = [];
    private IReadOnlyList<FtpPath> _wanted = [];
    private int _workers;
    private int _served;

    private int MostWorkers => Math.Min(_served < MostAtFirst ? MostAtFirst : int.MaxValue, login.SessionsAhead);

    /// <summary>Sets the files that clients will want, in order.</summary>
    /// <returns>The number of workers to start: the caller runs <see cref="WorkAsync"/> for each.</returns>
    public int Want(IReadOnlyList<FtpPath> wanted)
    {
        lock (_lock)
        {
            _wanted = wanted;
            var count = Math.Min(MostWorkers - _workers, wanted.Count(path => FactsToFetch(path) is not null));
            if (count <= 0) return 0;
            _workers += count;
            return count;
        }
    }

    /// <summary>Forgets which files could not be fetched.</summary>
    public void TryAgain()
    {
        lock (_lock) _failed.Clear();
    }

    /// <summary>Records that a client took a file that was fetched ahead.</summary>
    public void Served()
    {
        lock (_lock) _served++;
    }

    /// <summary>Waits for a fetch of this file whose session is at work.</summary>
    public Task RunningAsync(FtpPath path, CancellationToken cancellationToken)
    {
        lock (_lock)
        {
            return _jobs.TryGetValue(path, out var job) && job.IsRunning ? job.Over.Task.WaitAsync(cancellationToken) : Task.CompletedTask;
        }
    }

    /// <summary>Fetches files until none is wanted.</summary>
    /// <param name="fetched">Called after each file.</param>
    public async Task WorkAsync(Action fetched)
    {
        FtpSession? session = null;
        Job? job = null;
        try
        {
            while ((job = Take()) is not null)
            {
                session ??= await login.RentAsync(stop).ConfigureAwait(false);
                if (!Begin(job)) continue;
                var file = await FetchAsync(session, job).ConfigureAwait(false);
                End(job, file);
                job = null;
                if (!session.IsUsable)
                {
                    await login.DropAsync(session).ConfigureAwait(false);
                    session = null;
                }
                fetched();
            }
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            // The client fetches the file itself, and gets the reason if there is one.
        }
        finally
        {
            if (job is not null) End(job, null);
            if (session is { IsUsable: true }) await login.ReturnAsync(session).ConfigureAwait(false);
            else if (session is not null) await login.DropAsync(session).ConfigureAwait(false);
            lock (_lock) _workers--;
        }
    }

    // The next file that is wanted, confirmed and small enough, and for which there is room; it is reserved.
    private Job? Take()
    {
        lock (_lock)
        {
            if (_workers > MostWorkers || stop.IsCancellationRequested) return null;
            var ahead = _jobs.Values.Sum(job => job.Facts.Size);
            foreach (var path in _wanted)
            {
                if (cache.Peek(login, path) is { IsServed: false } ready) ahead += ready.Bytes.Length;
                if (FactsToFetch(path) is not { } facts) continue;
                if (ahead + facts.Size > settings.MostAhead || !cache.TryReserve(facts.Size)) return null;
                return _jobs[path] = new Job(path, facts, confirmations.Epoch);
            }
            return null;
        }
    }

    // A session may have taken long to open, and the client has had the file meanwhile.
    private bool Begin(Job job)
    {
        lock (_lock)
        {
            job.IsRunning = _wanted.Contains(job.Path);
            if (!job.IsRunning) End(job, null);
            return job.IsRunning;
        }
    }

    private void End(Job job, CachedFile? file)
    {
        lock (_lock)
        {
            if (!_jobs.Remove(job.Path)) return;
            if (file is not null && job.Epoch == confirmations.Epoch) cache.Add(login, job.Path, file);
            else
            {
                cache.Release(job.Facts.Size);
                if (job.IsRunning) _failed.Add(job.Path);
            }
            job.Over.TrySetResult();
        }
    }

    private FileFacts? FactsToFetch(FtpPath path)
    {
        if (_jobs.ContainsKey(path) || _failed.Contains(path) || confirmations.Fresh(path) is not { } facts) return null;
        if (facts.Size > settings.LargestFile) return null;
        return cache.Peek(login, path) is { } have && have.Bytes.Length == facts.Size && have.Modified == facts.Modified ? null : facts;
    }

    private async Task<CachedFile?> FetchAsync(FtpSession session, Job job)
    {
        var bytes = GC.AllocateUninitializedArray<byte>(checked((int)job.Facts.Size));
        try
        {
            var transfer = await session.RetrieveAsync(job.Path, 0, null, isBulk: false, stop).ConfigureAwait(false);
            await using var open = transfer.ConfigureAwait(false);
            await using var stopped = stop.Register(
                () => transfer.Abort(new OperationCanceledException(stop))).ConfigureAwait(false);
            await session.PrepareBehindAsync(stop).ConfigureAwait(false);
            var count = await LimitedRead.FillAsync(transfer, bytes, login.Rate, stop).ConfigureAwait(false);
            if (await transfer.ReadAsync(new byte[1]).ConfigureAwait(false) > 0)
            {
                await transfer.AbandonAsync(stop).ConfigureAwait(false);
                return null;
            }
            var final = await transfer.CompleteAsync(stop).ConfigureAwait(false);
            await session.TakePreparedAsync(final, stop).ConfigureAwait(false);
            return count == bytes.Length && final is { IsSuccess: true }
                ? new CachedFile(bytes, job.Facts.Modified, time.GetTimestamp()) : null;
        }
        catch (FtpException)
        {
            return null;
        }
    }

    private sealed class Job(FtpPath path, FileFacts facts, int epoch)
    {
        public FtpPath Path => path;

        public FileFacts Facts => facts;

        public int Epoch => epoch;

        public bool IsRunning { get; set; }

        public TaskCompletionSource Over { get; } = new(TaskCreationOptions.RunContinuationsAsynchronously);
    }
}
