namespace Accelerator.Engine.Sites;

/// <summary>
/// How many sessions of a server may be open, where somebody outside says so and may change his mind: several processes that share what the
/// server allows. Sessions count from before they are opened until after they are closed. May be used by many at once.
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
    /// Sessions that may be open; 0 at first. Where more are open, they are closed as they come free; ranges of large files are cut short
    /// for it.
    /// </summary>
    public int Most
    {
        get { lock (_lock) return _most; }
        set { lock (_lock) _most = Math.Max(0, value); }
    }

    /// <summary>Sessions that are not for streams, because somebody waits for one for something else.</summary>
    public int Reserved
    {
        get { lock (_lock) return _reserved; }
        set { lock (_lock) _reserved = value; }
    }

    /// <summary>
    /// Sessions that somebody waits to be lent (<see cref="TryLease"/>): runs and listings leave so many free as theirs come free.
    /// </summary>
    public int Awaited
    {
        get { lock (_lock) return _awaited; }
        set { lock (_lock) _awaited = Math.Max(0, value); }
    }

    /// <summary>Sessions that streams may use: 1 at least, because a file that is begun is not left lying.</summary>
    public int ForStreams
    {
        get { lock (_lock) return Math.Max(1, _most - _reserved - _awaited); }
    }

    /// <summary>Sessions that are open, or may become so without another word: what must not be given to others.</summary>
    public int Kept
    {
        get { lock (_lock) return Math.Max(_most, _open); }
    }

    /// <summary>Lends one to whoever opens it elsewhere, until <see cref="ReturnLease"/>.</summary>
    /// <returns>Whether there was one; the last of several is never lent.</returns>
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

    /// <summary>One that was lent is closed.</summary>
    public void ReturnLease()
    {
        lock (_lock) (_open, _leased) = (_open - 1, _leased - 1);
    }

    /// <summary>Sessions that are lent.</summary>
    public int Leased
    {
        get { lock (_lock) return _leased; }
    }

    /// <summary>Takes leave to open one.</summary>
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
    /// Whether one of those that are open is to be closed: the caller's. Answered by <see cref="Closed"/>, or by <see cref="Stay"/> where
    /// it has none.
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

    /// <summary>There was none to close.</summary>
    internal void Stay()
    {
        lock (_lock) _leaving--;
    }

    /// <summary>It is closed, or could not be opened.</summary>
    /// <param name="hasLeft">Whether <see cref="TryLeave"/> was answered with true for it.</param>
    internal void Closed(bool hasLeft)
    {
        lock (_lock)
        {
            _open--;
            if (hasLeft) _leaving--;
        }
    }
}
