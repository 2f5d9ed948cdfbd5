namespace Accelerator.Ftp.Control;

/// <summary>
/// What the sessions of one site have learned of their server, shared so that N sessions do not each try what the first was refused
/// (servers ban clients for repeated bad commands). Written by any session, read by all; each fact only ever moves one way.
/// </summary>
internal sealed class ServerTraits
{
    private const int Unknown = 0;
    private const int Tried = 1;
    private const int Proven = 2;
    private const int Refused = 3;

    private const int MostWithoutTime = 3;

    private volatile FtpFeatures? _features;
    private volatile FtpReply? _greeting;
    private long _connectTicks;
    private int _mdtm;
    private volatile bool _tlsDataWorks;
    private volatile bool _epsvRefused;
    private volatile bool _epsvWorks;
    private volatile bool _eprtRefused;
    private volatile bool _rangRefused;
    private volatile bool _rangExpected;
    private volatile bool _rangWorked;
    private volatile bool _earlyCloseWorked;
    private volatile bool _earlyCloseFailed;
    private volatile FtpPath? _home;
    private volatile bool _mlsdRefused;
    private volatile bool _mlsdWorks;
    private volatile bool _listRefused;
    private volatile bool _listingEndsSilently;
    private int _datesDayFirst;
    private int _behind;
    private int _together;
    private int _pair;
    private int _behindDoubts;

    /// <summary>The answer to FEAT, which one session asks when somebody first wants to know; null until then.</summary>
    public FtpFeatures? Features
    {
        get => _features;
        internal set => _features = value;
    }

    /// <summary>The first session's greeting; null until then.</summary>
    public FtpReply? Greeting
    {
        get => _greeting;
        internal set => _greeting = value;
    }

    /// <summary>Shortest time a connect took, which is one round trip of the path; null before the first.</summary>
    public TimeSpan? ConnectTime => Interlocked.Read(ref _connectTicks) is > 0 and var ticks ? TimeSpan.FromTicks(ticks) : null;

    /// <summary>The address that answered first. Every later connection goes there.</summary>
    internal ServerAddress Address { get; init; } = new();

    /// <summary>Whether PASV is to be used instead of EPSV: it was refused, or its port could not be reached.</summary>
    public bool EpsvRefused => _epsvRefused;

    /// <summary>Whether PORT is to be used instead of EPRT in active mode over IPv4.</summary>
    public bool EprtRefused => _eprtRefused;

    /// <summary>Whether RANG may be used: listed in FEAT, now or in an earlier run, and not found wanting.</summary>
    public bool RangUsable => !_rangRefused && (_rangExpected || _features is { HasRang: true });

    /// <summary>Whether RANG gave what it was asked for; null while that has not been seen.</summary>
    public bool? RangWorks => _rangRefused ? false : _rangWorked ? true : null;

    /// <summary>Whether sessions could be used again after an early close of the data connection; null while there was none.</summary>
    public bool? EarlyCloseClean => _earlyCloseFailed ? false : _earlyCloseWorked ? true : null;

    /// <summary>Whether a command that was sent during a transfer was answered after it; null while nobody has tried.</summary>
    public bool? BehindWorks => Volatile.Read(ref _behind) switch { Proven => true, Refused => false, _ => null };

    /// <summary>Whether an encrypted data connection has ever carried data.</summary>
    public bool TlsDataWorks => _tlsDataWorks;

    /// <summary>The folder that the login leads to; null until a session had to leave it.</summary>
    public FtpPath? Home
    {
        get => _home;
        internal set => _home = value;
    }

    /// <summary>
    /// Whether MDTM was never answered with a time, though it was asked some times: the server has none. One file may have been removed.
    /// </summary>
    public bool MdtmRefused => Volatile.Read(ref _mdtm) <= -MostWithoutTime;

    /// <summary>Whether MLSD gives listings; null while none was asked for, or while it gave nothing at all.</summary>
    public bool? MlsdWorks => _mlsdRefused ? false : _mlsdWorks ? true : null;

    /// <summary>Whether LIST is unknown to the server, and NLST is to be used.</summary>
    public bool ListRefused => _listRefused;

    /// <summary>
    /// Whether dates of LIST begin with the day (true) or the month (false), proven by a listing of this run or an earlier one; null where
    /// none has.
    /// </summary>
    public bool? DatesDayFirst => Volatile.Read(ref _datesDayFirst) switch { Proven => true, Refused => false, _ => null };

    /// <summary>Whether a listing was asked for twice and came without a last reply both times.</summary>
    public bool ListingEndsSilently => _listingEndsSilently;

    /// <summary>A listing came without a last reply for the second time.</summary>
    public void NoteSilentListing() => _listingEndsSilently = true;

    /// <summary>MDTM was answered, with a time or without.</summary>
    internal void NoteMdtm(bool hasTime)
    {
        if (hasTime) Volatile.Write(ref _mdtm, 1);
        else if (Volatile.Read(ref _mdtm) <= 0) Interlocked.Decrement(ref _mdtm);
    }

    internal void RefuseMlsd() => _mlsdRefused = true;

    internal void ProveMlsd() => _mlsdWorks = true;

    internal void RefuseList() => _listRefused = true;

    internal void TlsDataWorked() => _tlsDataWorks = true;

    /// <summary>A listing has proven whether dates begin with the day.</summary>
    internal void ProveDatesDayFirst(bool isDayFirst) => Volatile.Write(ref _datesDayFirst, isDayFirst ? Proven : Refused);

    /// <summary>An earlier run has seen it proven whether dates begin with the day.</summary>
    public void ExpectDatesDayFirst(bool isDayFirst) =>
        Interlocked.CompareExchange(ref _datesDayFirst, isDayFirst ? Proven : Refused, Unknown);

    /// <summary>RANG answered with other than the asked bytes, or was refused.</summary>
    public void RefuseRang() => _rangRefused = true;

    /// <summary>An earlier run has found RANG to work: it need not wait for FEAT.</summary>
    public void ExpectRang() => _rangExpected = true;

    /// <summary>RANG ended the data where it was told to.</summary>
    public void ProveRang() => _rangWorked = true;

    /// <summary>A data connection was closed early, and the session was in step again, or was lost.</summary>
    public void NoteEarlyClose(bool clean)
    {
        if (clean) _earlyCloseWorked = true;
        else _earlyCloseFailed = true;
    }

    /// <summary>What an earlier run has found about commands behind transfers.</summary>
    public void ExpectBehind(bool works) => Interlocked.CompareExchange(ref _behind, works ? Proven : Refused, Unknown);

    /// <summary>Asks to send a command behind a transfer. While nobody knows whether the server takes that, one session may try.</summary>
    internal bool TryBehind() =>
        Volatile.Read(ref _behind) == Proven || Interlocked.CompareExchange(ref _behind, Tried, Unknown) == Unknown;

    internal void ProveBehind() => Interlocked.CompareExchange(ref _behind, Proven, Tried);

    /// <summary>The command was answered before the transfer's end, or the transfer ended for it.</summary>
    internal void RefuseBehind() => Interlocked.Exchange(ref _behind, Refused);

    /// <summary>A session is gone with a command behind its transfer: nobody knows why. What was proven stays so, once.</summary>
    internal void DoubtBehind()
    {
        if (Interlocked.CompareExchange(ref _behind, Refused, Tried) == Proven && Interlocked.Increment(ref _behindDoubts) > 1)
            RefuseBehind();
    }

    /// <summary>Asks to send MDTM and RETR at once. Until one session has seen both answered, one at a time may try.</summary>
    internal bool TryPair() => Volatile.Read(ref _pair) == Proven || Interlocked.CompareExchange(ref _pair, Tried, Unknown) == Unknown;

    /// <summary>Both were answered one after the other, or the file was refused, which proves nothing.</summary>
    internal void NotePair(bool isProven) => Interlocked.Exchange(ref _pair, isProven ? Proven : Unknown);

    /// <summary>Asks to send several commands at once. While nobody knows whether the server takes that, one session may try.</summary>
    internal bool TryTogether() =>
        Volatile.Read(ref _together) == Proven || Interlocked.CompareExchange(ref _together, Tried, Unknown) == Unknown;

    /// <summary>All of them were answered, or a session was lost over them: at the first time it may have been for that.</summary>
    internal void NoteTogether(bool isAnswered)
    {
        if (isAnswered) Interlocked.Exchange(ref _together, Proven);
        else Interlocked.CompareExchange(ref _together, Refused, Tried);
    }

    internal void Connected(TimeSpan took)
    {
        var known = Interlocked.Read(ref _connectTicks);
        if (known == 0 || took.Ticks < known) Interlocked.Exchange(ref _connectTicks, Math.Max(1, took.Ticks));
    }

    internal void RefuseEprt() => _eprtRefused = true;

    internal void EpsvWorked() => _epsvWorks = true;

    // One failed data connection is no verdict on a mode that has worked before.
    internal void EpsvFailed()
    {
        if (!_epsvWorks) _epsvRefused = true;
    }
}
