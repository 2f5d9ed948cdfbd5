namespace Accelerator.Engine.Sites;

/// <summary>
/// The only way to a new connection of one site: it applies the user's cap, the ceiling the server has shown, and the ramp. A refusal is a
/// fact about the site and costs no file a retry; after it one attempt per cool-down tests whether the ceiling has changed.
/// </summary>
/// <param name="cap">The maximum number of sessions.</param>
/// <param name="time">Clock.</param>
internal sealed class SiteGate(int cap, TimeProvider time)
{
    private readonly object _lock = new();
    private int _standing;
    private int _ungreeted;
    private int _greeted;
    private int _connecting;
    private int _asking;
    private int _flowing;
    private int _ceiling = int.MaxValue;
    private (int Ceiling, long ClosedUntil, int Asking)? _doubt;
    private int _refusals;
    private int _refusedTries;
    private int _failures;
    private bool _isFull;
    private long _lastConnect;
    private long _closedUntil;

    /// <summary>Sessions that are logged in.</summary>
    public int Standing
    {
        get { lock (_lock) return _standing; }
    }

    /// <summary>Sessions that are logged in, and connections that the server has greeted and that are logging in.</summary>
    public int LetIn
    {
        get { lock (_lock) return _standing + _connecting - _ungreeted; }
    }

    /// <summary>Most sessions that the server has shown to allow; <see cref="int.MaxValue"/> while it has refused none.</summary>
    public int Ceiling
    {
        get { lock (_lock) return _ceiling; }
    }

    /// <summary>
    /// The ceiling once no connection is being opened any more: a refusal arrives before the connections accepted with it are logged in.
    /// </summary>
    public int SettledCeiling
    {
        get { lock (_lock) return _connecting > 0 ? int.MaxValue : _ceiling; }
    }

    /// <summary>
    /// Most sessions that a plan can count on: the ceiling, or more while connections that the server has greeted are logging in;
    /// <see cref="int.MaxValue"/> while it has refused none.
    /// </summary>
    public int Plannable
    {
        get { lock (_lock) return Math.Max(_ceiling, LetIn); }
    }

    /// <summary>
    /// Sessions that the server has accepted at once before: up to that number the ramp needs no caution. 0 where this is unknown.
    /// </summary>
    public int Proven { get; set; }

    /// <summary>Streams that the site needed before; 0 where this is unknown.</summary>
    public int Expected { get; set; }

    /// <summary>Connections that wait for the server's greeting.</summary>
    public int Ungreeted
    {
        get { lock (_lock) return _ungreeted; }
    }

    /// <summary>Whether one more session may be opened, perhaps after a pause.</summary>
    public bool HasRoom
    {
        get { lock (_lock) return _standing + _connecting < Math.Min(cap, _ceiling) && !_isFull; }
    }

    /// <summary>Whether no session is open and none is being opened.</summary>
    public bool IsEmpty
    {
        get { lock (_lock) return _standing + _connecting == 0; }
    }

    /// <summary>Connections that could not be opened, for reasons other than a limit, since a session last logged in.</summary>
    public int Failures
    {
        get { lock (_lock) return _failures; }
    }

    /// <summary>Refusals since a session last logged in.</summary>
    public int Refusals
    {
        get { lock (_lock) return _refusals; }
    }

    /// <summary>Refused tries since a session last logged in: connections that are refused together are one.</summary>
    public int RefusedTries
    {
        get { lock (_lock) return _refusedTries; }
    }

    /// <summary>Whether the server has ever accepted a session: then a 530 is a limit, not a wrong password.</summary>
    public bool HasStood { get; private set; }

    /// <summary>
    /// Begins with the ceiling that an earlier run met. It is a hint: once it is reached, one attempt at a time tests whether it still
    /// holds.
    /// </summary>
    /// <param name="ceiling">Sessions, 1 or more; the number already open overrides a lower one.</param>
    /// <param name="coolDown">Time without an attempt above the ceiling.</param>
    public void Recall(int ceiling, TimeSpan coolDown)
    {
        lock (_lock)
        {
            _ceiling = Math.Max(ceiling, Math.Max(_standing, 1));
            _closedUntil = time.GetTimestamp() + (long)(coolDown.TotalSeconds * time.TimestampFrequency);
        }
    }

    /// <summary>Records that the greeting has arrived.</summary>
    public void Greeted()
    {
        lock (_lock) (_ungreeted, _greeted) = (_ungreeted - 1, _greeted + 1);
    }

    /// <summary>Records that the session is logged in.</summary>
    public void Opened()
    {
        lock (_lock)
        {
            _connecting--;
            _standing++;
            HasStood = true;
            _refusals = 0;
            _refusedTries = 0;
            _failures = 0;
            _isFull = false;
            if (_standing > _ceiling) _ceiling = _standing;
        }
    }

    /// <summary>Records that the connection could not be opened, for a reason other than a limit.</summary>
    public void Failed(bool greeted)
    {
        lock (_lock)
        {
            Leave(greeted);
            _failures++;
            // The last one that could have been let in beside the refused ones.
            if (_refusals > 0 && _standing + _connecting == 0) CoolDown();
        }
    }

    /// <summary>Transfers that are requested or in progress.</summary>
    public int Asking => Volatile.Read(ref _asking);

    /// <summary>Records that a transfer is requested.</summary>
    public void Asked()
    {
        lock (_lock) _asking++;
    }

    /// <summary>
    /// Records the first byte of a transfer. When more transfers flow at once than were in progress at a doubtful refusal, that refusal was
    /// no limit, and the earlier ceiling is restored.
    /// </summary>
    public void Flows()
    {
        lock (_lock)
        {
            _flowing++;
            if (_doubt is not { } doubt || _flowing <= doubt.Asking) return;
            (_ceiling, _closedUntil, _refusals, _doubt) = (Math.Max(doubt.Ceiling, _standing), doubt.ClosedUntil, 0, null);
        }
    }

    /// <summary>Records that the transfer has ended, or was never begun.</summary>
    /// <param name="flowed">Whether <see cref="Flows"/> was called for it.</param>
    public void Ended(bool flowed)
    {
        lock (_lock)
        {
            _asking--;
            if (flowed) _flowing--;
        }
    }

    /// <summary>Records that the server allows no more now. The ceiling becomes the number of open sessions.</summary>
    /// <param name="greeted">Whether the greeting had arrived.</param>
    public void Refused(bool greeted)
    {
        lock (_lock)
        {
            Leave(greeted);
            _doubt = null;
            Lower();
        }
    }

    /// <summary>Records that an open session has ended. When the server ended it because of its limit, the ceiling drops too.</summary>
    public void Closed(bool byLimit)
    {
        lock (_lock)
        {
            _standing--;
            if (!byLimit) return;
            _doubt = null;
            Lower();
        }
    }

    /// <summary>
    /// Records that an open session was refused a port or a transfer, and has ended. The ceiling becomes the number of open sessions; but a
    /// 425 refers to the transfers in progress at the time and not to sessions, more of which may be logging in. A new ceiling applies
    /// until <see cref="Flows"/> contradicts it, or until the cool-down is over: then the one attempt above the ceiling decides, and a
    /// transfer that has ended on the server while it still flows here does not.
    /// </summary>
    public void RefusedData()
    {
        lock (_lock)
        {
            if (_doubt is { } doubt) _doubt = doubt with { Asking = Math.Max(doubt.Asking, _asking) };
            else if (_standing < _ceiling) _doubt = (_ceiling, _closedUntil, _asking);
            _standing--;
            Lower();
        }
    }

    /// <summary>
    /// Requests a connection. Returns null as permission, which must be answered by <see cref="Opened"/>, <see cref="Failed"/> or
    /// <see cref="Refused"/>; otherwise the time after which to ask again, in whole milliseconds, at least one.
    /// </summary>
    public TimeSpan? TryEnter()
    {
        lock (_lock)
        {
            var idle = TimeSpan.FromMilliseconds(50);
            var wanted = _standing + _connecting;
            if (wanted >= cap) return idle;

            var now = time.GetTimestamp();
            var cooling = time.GetElapsedTime(now, _closedUntil);
            if (wanted >= _ceiling || _isFull)
            {
                // At the ceiling, or at a server that other clients fill: one attempt when the cool-down is over, and no second one beside
                // it.
                if (cooling > TimeSpan.Zero) return Min(WholeMilliseconds(cooling), TimeSpan.FromMilliseconds(200));
                if (_connecting > 0) return idle;
                _doubt = null;
            }
            // One connection must succeed first: eight streams would try a dead server eight times as often as one.
            if (!HasStood && _failures > 0 && _connecting > 0) return idle;
            var isProven = wanted < Proven;
            if (_ungreeted >= RampPolicy.MostUngreeted(_greeted, isProven, Expected)) return TimeSpan.FromMilliseconds(5);

            var since = time.GetElapsedTime(_lastConnect, now);
            var spacing = isProven && Expected >= RampPolicy.ManyStreams ? RampPolicy.ShortSpacing : RampPolicy.Spacing;
            if (_lastConnect != 0 && since < spacing) return WholeMilliseconds(spacing - since);

            _lastConnect = now;
            _connecting++;
            _ungreeted++;
            return null;
        }
    }

    // Timers drop fractions: a wait of less than a millisecond would be none, and the caller would ask again at once, in a busy loop.
    private static TimeSpan WholeMilliseconds(TimeSpan wait) => TimeSpan.FromMilliseconds(Math.Ceiling(wait.TotalMilliseconds));

    private void Leave(bool greeted)
    {
        _connecting--;
        if (!greeted) _ungreeted--;
    }

    private void Lower()
    {
        if (_refusals++ == 0 || time.GetTimestamp() >= _closedUntil) _refusedTries++;
        _isFull |= _standing == 0;
        CoolDown();
        _ceiling = Math.Min(_ceiling, Math.Max(_standing, 1));
    }

    // Connections that are being opened count like sessions: a refusal often arrives before the greetings of those that were let in. If
    // they are refused too, the last refusal decides.
    private void CoolDown()
    {
        var coolDown = RampPolicy.CoolDown(_standing + _connecting, _refusals, Random.Shared.NextDouble());
        _closedUntil = time.GetTimestamp() + (long)(coolDown.TotalSeconds * time.TimestampFrequency);
    }

    private static TimeSpan Min(TimeSpan a, TimeSpan b) => a < b ? a : b;
}
