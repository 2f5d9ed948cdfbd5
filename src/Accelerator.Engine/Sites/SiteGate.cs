namespace Accelerator.Engine.Sites;

/// <summary>
/// The only door to a new connection of one site: the user's cap, the ceiling the server has shown, and the ramp. A refusal is a fact about
/// the site and costs no file a retry; after it one attempt per cool-down finds out whether the ceiling has moved.
/// </summary>
/// <param name="cap">Sessions never to be exceeded.</param>
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

    /// <summary>Most sessions the server has shown to allow; <see cref="int.MaxValue"/> while it has refused none.</summary>
    public int Ceiling
    {
        get { lock (_lock) return _ceiling; }
    }

    /// <summary>
    /// The same, once nobody is on the way in any more: a refusal is heard before those that were let in with it are logged in.
    /// </summary>
    public int SettledCeiling
    {
        get { lock (_lock) return _connecting > 0 ? int.MaxValue : _ceiling; }
    }

    /// <summary>Sessions that the server has let in at once before: up to there the ramp needs no caution. 0 where nobody knows.</summary>
    public int Proven { get; set; }

    /// <summary>Connections that wait for the server's greeting.</summary>
    public int Ungreeted
    {
        get { lock (_lock) return _ungreeted; }
    }

    /// <summary>Whether no session stands and none is being opened.</summary>
    public bool IsEmpty
    {
        get { lock (_lock) return _standing + _connecting == 0; }
    }

    /// <summary>Connections that could not be opened, for reasons that are no limit, since a session last got in.</summary>
    public int Failures
    {
        get { lock (_lock) return _failures; }
    }

    /// <summary>Refusals since a session last got in.</summary>
    public int Refusals
    {
        get { lock (_lock) return _refusals; }
    }

    /// <summary>Whether the server has ever let a session in: then a 530 is a limit, not a wrong password.</summary>
    public bool HasStood { get; private set; }

    /// <summary>
    /// Begins with the ceiling that an earlier run met. It is a hint: once it is reached, one attempt at a time tells whether it still
    /// holds.
    /// </summary>
    /// <param name="ceiling">Sessions, 1 or more; what already stands counts for more.</param>
    /// <param name="coolDown">How long no attempt above it is made.</param>
    public void Recall(int ceiling, TimeSpan coolDown)
    {
        lock (_lock)
        {
            _ceiling = Math.Max(ceiling, Math.Max(_standing, 1));
            _closedUntil = time.GetTimestamp() + (long)(coolDown.TotalSeconds * time.TimestampFrequency);
        }
    }

    /// <summary>The greeting has come.</summary>
    public void Greeted()
    {
        lock (_lock) (_ungreeted, _greeted) = (_ungreeted - 1, _greeted + 1);
    }

    /// <summary>The session is logged in.</summary>
    public void Opened()
    {
        lock (_lock)
        {
            _connecting--;
            _standing++;
            HasStood = true;
            _refusals = 0;
            _failures = 0;
            _isFull = false;
            if (_standing > _ceiling) _ceiling = _standing;
        }
    }

    /// <summary>The connection could not be opened, for a reason that is no limit.</summary>
    public void Failed(bool greeted)
    {
        lock (_lock)
        {
            Leave(greeted);
            _failures++;
        }
    }

    /// <summary>A transfer is asked for.</summary>
    public void Asked()
    {
        lock (_lock) _asking++;
    }

    /// <summary>
    /// Its first byte has come. When more flow at once than were under way at a refusal that is in doubt, that refusal was no limit, and
    /// the ceiling is again what it was before.
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

    /// <summary>The transfer is over, or was never begun.</summary>
    /// <param name="flowed">Whether <see cref="Flows"/> was called for it.</param>
    public void LetGo(bool flowed)
    {
        lock (_lock)
        {
            _asking--;
            if (flowed) _flowing--;
        }
    }

    /// <summary>The server allows no more now. The ceiling becomes what stands.</summary>
    /// <param name="greeted">Whether the greeting had come.</param>
    public void Refused(bool greeted)
    {
        lock (_lock)
        {
            Leave(greeted);
            _doubt = null;
            Lower();
        }
    }

    /// <summary>A session that stood has ended. When the server ended it for its limit, the ceiling drops too.</summary>
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
    /// A session that stood was refused a port or a transfer, and has ended. The ceiling becomes what stands; but a 425 tells of the
    /// transfers then under way and not of sessions, of which more may be on their way in. Where it is news it is believed until
    /// <see cref="Flows"/> contradicts it, or until the cool-down is over: then the one attempt above the ceiling tells, and a transfer
    /// that ends there while it still flows here does not.
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
    /// Asks for a connection. A leave, which is null, must be answered by <see cref="Opened"/>, <see cref="Failed"/> or
    /// <see cref="Refused"/>; otherwise the time after which to ask again.
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
                // At the ceiling, or in front of a server that is full of others: one attempt when the cool-down is over, and no second one
                // beside it.
                if (cooling > TimeSpan.Zero) return Min(cooling, TimeSpan.FromMilliseconds(200));
                if (_connecting > 0) return idle;
                _doubt = null;
            }
            // Somebody must get in first: eight streams would try a dead server eight times as often as one.
            if (!HasStood && _failures > 0 && _connecting > 0) return idle;
            if (_ungreeted >= RampPolicy.MostUngreeted(_greeted, wanted < Proven)) return TimeSpan.FromMilliseconds(5);

            var since = time.GetElapsedTime(_lastConnect, now);
            if (_lastConnect != 0 && since < RampPolicy.Spacing) return RampPolicy.Spacing - since;

            _lastConnect = now;
            _connecting++;
            _ungreeted++;
            return null;
        }
    }

    private void Leave(bool greeted)
    {
        _connecting--;
        if (!greeted) _ungreeted--;
    }

    private void Lower()
    {
        _refusals++;
        _isFull |= _standing == 0;
        var coolDown = RampPolicy.CoolDown(_standing, _refusals, Random.Shared.NextDouble());
        _closedUntil = time.GetTimestamp() + (long)(coolDown.TotalSeconds * time.TimestampFrequency);
        _ceiling = Math.Min(_ceiling, Math.Max(_standing, 1));
    }

    private static TimeSpan Min(TimeSpan a, TimeSpan b) => a < b ? a : b;
}
