namespace Accelerator.Engine.Sites;

/// <summary>
/// The number of sessions of a server that may be open, set from outside and changeable at any time: it lets several processes share the
/// server's limit. Sessions count from before they are opened until after they are closed. Thread-safe.
/// </summary>
public sealed class SessionBudget
{
    private readonly object _lock = new();
    private int _most;
    private int _open;
    private int _leaving;
    private int _reserved;
    private int _awaited;
    private int _leased;

    /// <summary>
    /// Sessions that may be open; 0 at first. Where more are open, they are closed as they become idle; ranges of large files are cut short
    /// for that.
    /// </summary>
    public int Most
    {
        get { lock (_lock) return _most; }
        set { lock (_lock) _most = Math.Max(0, value); }
    }

    /// <summary>Sessions that are reserved for uses other than streams, because a caller waits for one.</summary>
    public int Reserved
    {
        get { lock (_lock) return _reserved; }
        set { lock (_lock) _reserved = value; }
    }

    /// <summary>
    /// Sessions that callers wait to lease (<see cref="TryLease"/>): runs and listings leave that many free as theirs become idle.
    /// </summary>
    public int Awaited
    {
        get { lock (_lock) return _awaited; }
        set { lock (_lock) _awaited = Math.Max(0, value); }
    }

    /// <summary>Sessions that streams may use: at least 1, because a file that has begun is not abandoned.</summary>
    public int ForStreams
    {
        get { lock (_lock) return Math.Max(1, _most - _reserved - _awaited); }
    }

    /// <summary>Sessions that are open, or may be opened without a further request: these must not be given to others.</summary>
    public int Kept
    {
        get { lock (_lock) return Math.Max(_most, _open); }
    }

    /// <summary>Leases one session to a caller that opens it elsewhere, until <see cref="ReturnLease"/>.</summary>
    /// <returns>Whether one was available; the last of several is never leased.</returns>
    public bool TryLease()
    {
        lock (_lock)
        {
            if (_open >= _most || _leased >= Math.Max(1, _most - 1)) return false;
            _open++;
            _leased++;
            return true;
        }
    }

    /// <summary>Returns a leased session that was closed.</summary>
    public void ReturnLease()
    {
        lock (_lock) (_open, _leased) = (_open - 1, _leased - 1);
    }

    /// <summary>Sessions that are leased.</summary>
    public int Leased
    {
        get { lock (_lock) return _leased; }
    }

    /// <summary>Requests permission to open a session.</summary>
    internal bool TryOpen()
    {
        lock (_lock)
        {
            if (_open >= _most - _awaited) return false;
            _open++;
            return true;
        }
    }

    /// <summary>
    /// Returns whether the caller should close one of the open sessions. The caller answers with <see cref="Closed"/>, or with
    /// <see cref="Stay"/> where it has none.
    /// </summary>
    internal bool TryLeave()
    {
        lock (_lock)
        {
            if (_open - _leaving <= _most - _awaited) return false;
            _leaving++;
            return true;
        }
    }

    /// <summary>Reports that there was no session to close.</summary>
    internal void Stay()
    {
        lock (_lock) _leaving--;
    }

    /// <summary>Reports that a session was closed, or could not be opened.</summary>
    /// <param name="hasLeft">Whether <see cref="TryLeave"/> returned true for it.</param>
    internal void Closed(bool hasLeft)
    {
        lock (_lock)
        {
            _open--;
            if (hasLeft) _leaving--;
        }
    }
}
