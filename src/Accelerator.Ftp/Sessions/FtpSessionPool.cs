namespace Accelerator.Ftp.Sessions;

/// <summary>Logged-in sessions that are idle. Reusing one saves five of the eight round trips of a new one.</summary>
internal sealed class FtpSessionPool(TimeProvider time, TimeSpan closeWait = default) : IAsyncDisposable
{
    /// <summary>Servers end idle sessions after 60 s and more; a session idle for longer than this is closed, not tried.</summary>
    public static readonly TimeSpan MaxIdle = TimeSpan.FromSeconds(50);

    private readonly object _lock = new();
    private readonly Stack<(FtpSession Session, long Since)> _idle = new();

    /// <summary>How long to wait for the server to close a session too; disposal waits so long for all of them together.</summary>
    public TimeSpan CloseWait => closeWait;

    /// <summary>Whether there is an idle session; it may be lost or too old.</summary>
    public bool HasIdle { get { lock (_lock) return _idle.Count > 0; } }

    /// <summary>Takes the session that was returned last; null if there is none.</summary>
    /// <param name="expired">Receives sessions that were idle for too long; the caller closes them.</param>
    public FtpSession? TryRent(ICollection<FtpSession> expired)
    {
        lock (_lock)
        {
            while (_idle.TryPop(out var entry))
            {
                if (IsFresh(entry)) return entry.Session;
                expired.Add(entry.Session);
            }
            return null;
        }
    }

    /// <summary>Takes the sessions that are lost or were idle for too long; the caller closes them.</summary>
    public IReadOnlyList<FtpSession> TakeExpired()
    {
        lock (_lock)
        {
            var kept = _idle.Where(IsFresh).Reverse().ToList();
            List<FtpSession> expired = [.. _idle.Where(entry => !IsFresh(entry)).Select(entry => entry.Session)];
            _idle.Clear();
            foreach (var entry in kept) _idle.Push(entry);
            return expired;
        }
    }

    /// <summary>Returns a usable session to the pool.</summary>
    public void Return(FtpSession session)
    {
        lock (_lock) _idle.Push((session, time.GetTimestamp()));
    }

    /// <summary>Closes all sessions with QUIT.</summary>
    public async ValueTask DisposeAsync()
    {
        List<FtpSession> all;
        lock (_lock)
        {
            all = [.. _idle.Select(entry => entry.Session)];
            _idle.Clear();
        }
        await Task.WhenAll(all.Select(session => session.QuitAsync(CloseWait).AsTask())).ConfigureAwait(false);
    }

    private bool IsFresh((FtpSession Session, long Since) entry) =>
        entry.Session.IsUsable && time.GetElapsedTime(entry.Since) < MaxIdle;
}
