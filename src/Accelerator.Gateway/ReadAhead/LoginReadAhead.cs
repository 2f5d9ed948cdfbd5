using Accelerator.Ftp;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.ReadAhead;

/// <summary>
/// The read-ahead of one login: follows in which order its clients fetch the files of a listing, asks about the next ones, and fetches
/// them. Nothing runs while no client sends a command. Thread-safe.
/// </summary>
internal sealed class LoginReadAhead : IAsyncDisposable
{
    private const int MostFolders = 4;

    // Questions are cheap, and a client that asks about all files first (lftp) is faster than one that fetches them.
    private const int QuestionsPerFile = 2;

    // A client that has left gets nothing more.
    private static readonly TimeSpan Active = TimeSpan.FromSeconds(10);

    private readonly UpstreamLogin _login;
    private readonly FileCache _cache;
    private readonly ReadAheadSettings _settings;
    private readonly TimeProvider _time;
    private readonly CancellationTokenSource _stopping = new();
    private readonly Confirmations _confirmations;
    private readonly Prefetch _prefetch;
    private readonly object _lock = new();
    private readonly List<ListedFolder> _folders = [];
    private readonly HashSet<Task> _running = [];

    /// <param name="login">The login.</param>
    /// <param name="cache">The files of all logins.</param>
    /// <param name="settings">The bounds.</param>
    /// <param name="time">Clock.</param>
    public LoginReadAhead(UpstreamLogin login, FileCache cache, ReadAheadSettings settings, TimeProvider time)
    {
        (_login, _cache, _settings, _time) = (login, cache, settings, time);
        _confirmations = new Confirmations(login, settings.MaxAge, time, _stopping.Token);
        _prefetch = new Prefetch(login, cache, _confirmations, settings, time, _stopping.Token);
    }

    private bool IsOn => _settings.Memory > 0;

    /// <summary>Records that a client got a listing.</summary>
    /// <param name="files">Its files, in its order.</param>
    public void Listed(IReadOnlyList<FtpPath> files)
    {
        if (!IsOn) return;
        var folder = new ListedFolder(files, isExpected: false);
        lock (_lock)
        {
            if (_folders is [.., { IsFinished: true }]) folder = new ListedFolder(files, isExpected: true);
            folder.LastUse = _time.GetTimestamp();
            if (files.Count > 0) _folders.RemoveAll(old => old.Has(files[0]));
            _folders.Add(folder);
            if (_folders.Count > MostFolders) _folders.RemoveAt(0);
        }
        _prefetch.TryAgain();
        Pump();
    }

    /// <summary>
    /// Returns the server's reply to a client's SIZE or MDTM in TYPE I: that of the last seconds, or a new one. The server is then asked
    /// for both, because the client's RETR needs both.
    /// </summary>
    /// <returns>Null if there is none, and the server takes only one command at a time.</returns>
    /// <exception cref="FtpException">The session was lost.</exception>
    public async Task<FtpReply?> AnswerAsync(string verb, FtpPath path, UpstreamSession server, CancellationToken cancellationToken)
    {
        Note(path, isFetch: false);
        if (await _confirmations.FreshAsync(path, since: 0, cancellationToken).ConfigureAwait(false) is { } known)
            return known.Answer(verb);
        var (epoch, at) = (_confirmations.Epoch, _time.GetTimestamp());
        if (await server.AskTogetherAsync(path, cancellationToken).ConfigureAwait(false) is not { } both) return null;
        _confirmations.Add(path, FileFacts.Read(both.Size, both.Modified, at), epoch);
        return verb == "SIZE" ? both.Size : both.Modified;
    }

    /// <summary>
    /// Returns size and time of a file: as the server reported them in the last seconds, or as it reports them now.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="server">The server as the client sees it.</param>
    /// <param name="isNow">Whether only a new reply will do.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FtpException">There is no such file, or the session was lost.</exception>
    public async Task<(long? Size, string? Modified)> IdentifyAsync(
        FtpPath path, UpstreamSession server, bool isNow, CancellationToken cancellationToken) =>
        !isNow && await _confirmations.FreshAsync(path, since: 0, cancellationToken).ConfigureAwait(false) is { } facts
            ? (facts.Size, facts.Modified) : await server.IdentifyAsync(path, cancellationToken).ConfigureAwait(false);

    /// <summary>Begins a client's RETR of a file in TYPE I.</summary>
    /// <returns>The whole file, if it is in memory, and the server has confirmed its size and time since it was fetched and within the
    /// last seconds; null if it must be fetched.</returns>
    /// <exception cref="FtpException">There is no such file any more, or the session was lost.</exception>
    public async Task<FileLease?> TakeAsync(FtpPath path, UpstreamSession server, CancellationToken cancellationToken)
    {
        Note(path, isFetch: true);
        await _prefetch.RunningAsync(path, cancellationToken).ConfigureAwait(false);
        if (_cache.Lease(_login, path) is not { } lease) return null;
        var isServed = false;
        try
        {
            var file = lease.File;
            var facts = await _confirmations.FreshAsync(path, file.FetchedAt, cancellationToken).ConfigureAwait(false);
            var (size, modified) = facts is not null
                ? (facts.Size, facts.Modified) : await server.IdentifyAsync(path, cancellationToken).ConfigureAwait(false);
            isServed = size == file.Bytes.Length && modified == file.Modified;
            if (!isServed) _cache.Remove(_login, path);
            if (isServed && !file.IsServed) _prefetch.Served();
            file.IsServed |= isServed;
            return isServed ? lease : null;
        }
        finally
        {
            if (!isServed) lease.Dispose();
            Pump();
        }
    }

    /// <summary>Prepares to keep a file that is fetched for a client, so that a repeated RETR finds it.</summary>
    /// <returns>Null if it is too large, its version is not known, or there is no room.</returns>
    public KeptFile? Keep(FtpPath? path, long? size, string? modified)
    {
        if (!IsOn || path is null || modified is null || size is not { } length || length > _settings.LargestFile) return null;
        var epoch = _confirmations.Epoch;
        return !_cache.TryReserve(length) ? null : new KeptFile(length, bytes =>
        {
            if (bytes is null || epoch != _confirmations.Epoch) _cache.Release(length);
            else _cache.Add(_login, path, new CachedFile(bytes, modified, _time.GetTimestamp()) { IsServed = true });
        });
    }

    /// <summary>Forgets a file, and what the server reported about it: its transfer failed.</summary>
    public void Forget(FtpPath path)
    {
        _confirmations.Forget(path);
        _cache.Remove(_login, path);
    }

    /// <summary>Forgets all files and replies: a client of this login has changed the server.</summary>
    public void ForgetAll()
    {
        _confirmations.ForgetAll();
        _cache.RemoveAll(_login);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync().ConfigureAwait(false);
        Task[] running;
        lock (_lock) running = [.. _running];
        await Task.WhenAll(running).ConfigureAwait(false);
        _cache.RemoveAll(_login);
        _stopping.Dispose();
    }

    private void Note(FtpPath path, bool isFetch)
    {
        if (!IsOn) return;
        lock (_lock)
        {
            if (_folders.FindLast(folder => folder.Note(path, isFetch)) is not { } found) return;
            found.LastUse = _time.GetTimestamp();
        }
        Pump();
    }

    // Starts what is needed now: questions, and fetches of files that are confirmed.
    private void Pump()
    {
        lock (_lock)
        {
            if (_stopping.IsCancellationRequested) return;
            var active = _folders.Where(folder => _time.GetElapsedTime(folder.LastUse) < Active).ToList();
            List<FtpPath> fetches = [.. active.SelectMany(folder => folder.NextFetches(_settings.Files))];
            List<FtpPath> questions =
                [.. fetches, .. active.SelectMany(folder => folder.NextQuestions(QuestionsPerFile * _settings.Files)).Except(fetches)];
            while (_confirmations.Take(questions, path => _cache.Peek(_login, path)?.FetchedAt ?? 0) is { Count: > 0 } due)
                Run(async () =>
                {
                    if (await _confirmations.AskAsync(due).ConfigureAwait(false)) Pump();
                });
            for (var workers = _prefetch.Want(fetches); workers > 0; workers--) Run(() => _prefetch.WorkAsync(Pump));
        }
    }

    private void Run(Func<Task> work)
    {
        var task = Task.Run(work, CancellationToken.None);
        _running.Add(task);
        _ = task.ContinueWith(
            ended =>
            {
                lock (_lock) _running.Remove(ended);
            },
            CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
    }
}
