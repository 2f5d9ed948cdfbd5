namespace Accelerator.Ftp.Control;

/// <summary>
/// The facts that the sessions of one site have learned about their server, shared so that N sessions do not each retry what the first was
/// refused (servers ban clients for repeated bad commands). Any session writes it, all read it; each fact changes in one direction only.
/// </summary>
internal sealed class ServerTraits
{
    private const int Unknown = 0;
    private const int Tried = 1;
    private const int Proven = 2;
    private const int Refused = 3;
    private const int Doubted = 4;
    private const int Untried = 5;

    private const int MostWithoutTime = 3;

    // All sessions of a site may miss theirs at once.
    private const int MostTlsMisses = 64;

    private volatile FtpFeatures? _features;
    private volatile FtpReply? _greeting;
    private long _connectTicks;
    private volatile bool _dataConnected;
    private int _mdtm;
    private volatile bool _tlsDataWorks;
    private volatile bool _tls12Refused;
    private volatile bool _tls12Works;
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
    private int _mlsdPath;
    private int _listAscii;
    private long _longestListing;
    private volatile bool _listRefused;
    private volatile bool _listingEndsSilently;
    private volatile bool _endsSilently;
    private int _datesDayFirst;
    private int _behind;
    private int _together;
    private int _pair;
    private int _restTogether;
    private volatile bool _restTogetherExpected;
    private int _behindDoubts;
    private int _login;
    private int _telnet;
    private int _unusablePorts;
    private int _tlsMisses;
    private volatile bool _loggedIn;

    /// <summary>The reply to FEAT, which one session requests at first use; null until then.</summary>
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

    /// <summary>Shortest time a connect took, which is one round trip of the network path; null before the first.</summary>
    public TimeSpan? ConnectTime => Interlocked.Read(ref _connectTicks) is > 0 and var ticks ? TimeSpan.FromTicks(ticks) : null;

    /// <summary>Whether a data connection was established: a proxy that refuses one later has reached its limit.</summary>
    internal bool DataConnected
    {
        get => _dataConnected;
        set => _dataConnected = value;
    }

    /// <summary>Counts a passive reply without a usable port.</summary>
    /// <returns>How many there were.</returns>
    internal int CountUnusablePort() => Interlocked.Increment(ref _unusablePorts);

    /// <summary>The address that answered first. Every later connection uses it.</summary>
    internal ServerAddress Address { get; init; } = new();

    /// <summary>The commands that the server does not answer.</summary>
    public Silences Silences { get; } = new();

    /// <summary>The unusual ends of its replies.</summary>
    internal ReplyEndings ReplyEndings { get; } = new();

    /// <summary>
    /// Whether PASV is to be used instead of EPSV, because EPSV was refused or not answered, or its port was unreachable.
    /// </summary>
    public bool EpsvRefused => _epsvRefused || Silences.IsUnsupported(FtpCommands.Epsv.Verb);

    /// <summary>Whether EPSV has led to a data connection.</summary>
    internal bool EpsvWorks => _epsvWorks;

    /// <summary>Whether PORT is to be used instead of EPRT in active mode over IPv4.</summary>
    public bool EprtRefused => _eprtRefused;

    /// <summary>Whether RANG may be used: listed in FEAT, now or in an earlier run, and not seen to fail.</summary>
    public bool RangUsable => !_rangRefused && (_rangExpected || _features is { HasRang: true });

    /// <summary>Whether RANG returned the requested bytes; null until it has been seen.</summary>
    public bool? RangWorks => _rangRefused ? false : _rangWorked ? true : null;

    /// <summary>Whether sessions stayed usable after an early close of the data connection; null until there was one.</summary>
    public bool? EarlyCloseClean => _earlyCloseFailed ? false : _earlyCloseWorked ? true : null;

    /// <summary>Whether a command sent during a transfer was answered after it; null until it has been tried.</summary>
    public bool? BehindWorks => Volatile.Read(ref _behind) switch { Proven => true, Refused => false, _ => null };

    /// <summary>Whether an encrypted data connection has ever carried data.</summary>
    public bool TlsDataWorks => _tlsDataWorks;

    /// <summary>Whether the server refused a control connection that offered TLS 1.2 only.</summary>
    public bool Tls12Refused => _tls12Refused;

    /// <summary>The login folder; null until a session had to leave it.</summary>
    public FtpPath? Home
    {
        get => _home;
        internal set => _home = value;
    }

    /// <summary>
    /// Whether several MDTM requests brought no time at all, so that the server does not support it. A single failure may mean a removed
    /// file.
    /// </summary>
    public bool MdtmRefused => Volatile.Read(ref _mdtm) <= -MostWithoutTime;

    /// <summary>Whether MLSD returns listings; null until one was requested, or while it returned nothing at all.</summary>
    public bool? MlsdWorks => _mlsdRefused ? false : _mlsdWorks ? true : null;

    /// <summary>Whether the server does not know LIST, so that NLST is to be used.</summary>
    public bool ListRefused => _listRefused;

    /// <summary>
    /// Whether dates in LIST begin with the day (true) or the month (false), as determined by a listing of this run or an earlier one; null
    /// if undetermined.
    /// </summary>
    public bool? DatesDayFirst => Volatile.Read(ref _datesDayFirst) switch { Proven => true, Refused => false, _ => null };

    /// <summary>Whether a listing was requested twice and both times ended without a final reply.</summary>
    public bool ListingEndsSilently => _listingEndsSilently;

    /// <summary>Whether the server reads Telnet options in commands, so that a byte FF is sent twice; null until that is known.</summary>
    internal bool? ReadsTelnet => Volatile.Read(ref _telnet) switch { Proven => true, Refused => false, _ => null };

    /// <summary>Whether the server has yet to be asked whether it reads options.</summary>
    internal bool MayReadTelnet => Volatile.Read(ref _telnet) == Unknown;

    /// <summary>Records that it reads none; it may still know the doubled byte.</summary>
    internal void NoteNoTelnet() => Interlocked.CompareExchange(ref _telnet, Tried, Unknown);

    internal void NoteTelnet(bool isRead) => Volatile.Write(ref _telnet, isRead ? Proven : Refused);

    /// <summary>Whether the last transfer ended without a final reply: it is not waited for as long then.</summary>
    internal bool EndsSilently
    {
        get => _endsSilently;
        set => _endsSilently = value;
    }

    /// <summary>Records that a listing ended without a final reply for the second time.</summary>
    public void NoteSilentListing() => _listingEndsSilently = true;

    /// <summary>Records whether MDTM was answered with a time.</summary>
    internal void NoteMdtm(bool hasTime)
    {
        if (hasTime) Volatile.Write(ref _mdtm, 1);
        else if (Volatile.Read(ref _mdtm) <= 0) Interlocked.Decrement(ref _mdtm);
    }

    internal void RefuseMlsd() => _mlsdRefused = true;

    internal void ProveMlsd() => _mlsdWorks = true;

    /// <summary>
    /// Whether MLSD lists the folder that its path names: one listing by path was equal to that from within the folder, in this run or an
    /// earlier one. Null until that was tried.
    /// </summary>
    public bool? MlsdPathWorks => Volatile.Read(ref _mlsdPath) switch { Proven => true, Refused => false, _ => null };

    /// <summary>Records that MLSD with a path worked in an earlier run.</summary>
    public void ExpectMlsdPath() => Interlocked.CompareExchange(ref _mlsdPath, Proven, Unknown);

    /// <summary>Returns whether this session is to try MLSD with a path: until its answer is known, one session does.</summary>
    internal bool TryMlsdPath() => Interlocked.CompareExchange(ref _mlsdPath, Tried, Unknown) == Unknown;

    /// <summary>Records whether MLSD with a path listed that folder; null if the trial decided nothing.</summary>
    internal void NoteMlsdPath(bool? works) =>
        Interlocked.CompareExchange(ref _mlsdPath, works switch { true => Proven, false => Refused, null => Unknown }, Tried);

    /// <summary>The final texts with which this server ends complete listings.</summary>
    internal UsualEndings ListingEndings { get; } = new();

    /// <summary>Names in the longest listing so far: the server cuts none off before that.</summary>
    internal long LongestListing => Interlocked.Read(ref _longestListing);

    /// <summary>Records the names of a listing without a doubt.</summary>
    internal void NoteListed(long names)
    {
        for (var known = LongestListing; names > known; known = LongestListing)
            Interlocked.CompareExchange(ref _longestListing, names, known);
    }

    /// <summary>Whether LIST is accepted in TYPE A only.</summary>
    internal bool ListNeedsAscii => Volatile.Read(ref _listAscii) == Proven;

    /// <summary>Returns whether LIST is to be tried in TYPE A, once for the site.</summary>
    internal bool TryListAscii() => Interlocked.CompareExchange(ref _listAscii, Tried, Unknown) == Unknown;

    /// <summary>Records that LIST was accepted in TYPE A, after it had been refused in TYPE I.</summary>
    internal void ProveListAscii() => Volatile.Write(ref _listAscii, Proven);

    /// <summary>Whether the server does not report the login folder (PWD).</summary>
    internal bool HomeUntold { get; set; }

    internal void RefuseList() => _listRefused = true;

    internal void Tls12Worked() => _tls12Works = true;

    /// <summary>Records that the server refused TLS 1.2. One that has accepted it before had another reason.</summary>
    /// <returns>Whether TLS 1.3 is offered from now on.</returns>
    internal bool RefuseTls12() => !_tls12Works && (_tls12Refused = true);

    internal void TlsDataWorked()
    {
        _tlsDataWorks = true;
        Volatile.Write(ref _tlsMisses, 0);
    }

    /// <summary>
    /// Records that the server has missed its TLS session on a data connection, and returns whether that may be due to this login alone:
    /// the first time, and a few times where data connections have worked.
    /// </summary>
    internal bool MayMissTlsSession() => Interlocked.Increment(ref _tlsMisses) <= (_tlsDataWorks ? MostTlsMisses : 1);

    /// <summary>Records that a listing has determined whether dates begin with the day.</summary>
    internal void ProveDatesDayFirst(bool isDayFirst) => Volatile.Write(ref _datesDayFirst, isDayFirst ? Proven : Refused);

    /// <summary>Records the date order that an earlier run has determined.</summary>
    public void ExpectDatesDayFirst(bool isDayFirst) =>
        Interlocked.CompareExchange(ref _datesDayFirst, isDayFirst ? Proven : Refused, Unknown);

    /// <summary>Records that RANG was refused, or returned other bytes than requested.</summary>
    public void RefuseRang() => _rangRefused = true;

    /// <summary>Records that RANG worked in an earlier run, so that it need not wait for FEAT.</summary>
    public void ExpectRang() => _rangExpected = true;

    /// <summary>Records that RANG ended the data at the requested end.</summary>
    public void ProveRang() => _rangWorked = true;

    /// <summary>Records whether the session was back in step after an early close of a data connection, or was lost.</summary>
    public void NoteEarlyClose(bool clean)
    {
        if (clean) _earlyCloseWorked = true;
        else _earlyCloseFailed = true;
    }

    /// <summary>Records whether commands behind transfers worked in an earlier run.</summary>
    public void ExpectBehind(bool works) => Interlocked.CompareExchange(ref _behind, works ? Proven : Refused, Unknown);

    /// <summary>
    /// Returns whether this session may send a command behind a transfer. Until the server is known to accept that, one session may try.
    /// </summary>
    internal bool TryBehind() =>
        Volatile.Read(ref _behind) == Proven || Interlocked.CompareExchange(ref _behind, Tried, Unknown) == Unknown;

    internal void ProveBehind() => Interlocked.CompareExchange(ref _behind, Proven, Tried);

    /// <summary>Records that the command was answered before the transfer's end, or that the transfer ended because of it.</summary>
    internal void RefuseBehind() => Interlocked.Exchange(ref _behind, Refused);

    /// <summary>
    /// Records the loss of a session with a command behind its transfer, for an unknown reason. An earlier success survives this once.
    /// </summary>
    internal void DoubtBehind()
    {
        if (Interlocked.CompareExchange(ref _behind, Refused, Tried) == Proven && Interlocked.Increment(ref _behindDoubts) > 1)
            RefuseBehind();
    }

    /// <summary>
    /// Returns whether MDTM and RETR may be sent together. Until one session has seen both answered, one at a time may try.
    /// </summary>
    internal bool TryPair() => Volatile.Read(ref _pair) == Proven || Interlocked.CompareExchange(ref _pair, Tried, Unknown) == Unknown;

    /// <summary>Records that both were answered in order, or that the file was refused, which decides nothing.</summary>
    internal void NotePair(bool isProven) => Interlocked.Exchange(ref _pair, isProven ? Proven : Unknown);

    /// <summary>Whether REST and RETR are answered in order when they are sent at once; null while that is unknown.</summary>
    public bool? RestTogetherWorks => Volatile.Read(ref _restTogether) switch { Proven => true, Refused => false, _ => null };

    /// <summary>Records whether REST and RETR sent at once worked in an earlier run.</summary>
    public void ExpectRestTogether(bool works)
    {
        _restTogetherExpected = works;
        Interlocked.CompareExchange(ref _restTogether, works ? Proven : Refused, Unknown);
    }

    /// <summary>
    /// Returns whether REST and RETR may be sent at once. Until the server is known to accept that, one session at a time may try, after
    /// it has answered other commands that were sent at once.
    /// </summary>
    internal bool TryRestTogether()
    {
        if (Volatile.Read(ref _restTogether) == Proven) return true;
        var hasAnswered = Volatile.Read(ref _together) == Proven || Volatile.Read(ref _login) == Proven;
        return hasAnswered && Interlocked.CompareExchange(ref _restTogether, Tried, Unknown) == Unknown;
    }

    /// <summary>
    /// Records that both were answered in order, or that the trial was given up or its file refused, which decides nothing.
    /// </summary>
    internal void NoteRestTogether(bool isProven) =>
        Interlocked.CompareExchange(ref _restTogether, isProven ? Proven : Unknown, Tried);

    /// <summary>Records that they were not answered in order.</summary>
    internal void RefuseRestTogether() => Interlocked.Exchange(ref _restTogether, Refused);

    /// <summary>
    /// Records that a range's bytes did not fit. They may have come from another offset, so the run sends one command at a time from now
    /// on. It is stored for later runs only if no earlier run has worked with both at once: more often a file was changed.
    /// </summary>
    public void DoubtRestTogether() =>
        Interlocked.CompareExchange(ref _restTogether, _restTogetherExpected ? Doubted : Refused, Proven);

    /// <summary>
    /// Returns whether several commands may be sent at once: only to a server that has answered a login or a REST and RETR sent at once.
    /// One that takes one command per packet loses the others, and the session with its whole time limit.
    /// </summary>
    /// <param name="isTrial">Whether one session may try it at a server that is not known to.</param>
    internal bool TryTogether(bool isTrial) => Volatile.Read(ref _together) switch
    {
        Proven => true,
        Unknown when Volatile.Read(ref _login) == Proven || Volatile.Read(ref _restTogether) == Proven => true,
        _ => isTrial && Interlocked.CompareExchange(ref _together, Tried, Unknown) == Unknown,
    };

    /// <summary>Whether several commands sent at once were answered before.</summary>
    internal bool TogetherWorks => Volatile.Read(ref _together) == Proven;

    /// <summary>
    /// Records that all of them were answered, or that a session was lost over them; the first time, they may have been the reason.
    /// </summary>
    internal void NoteTogether(bool isAnswered)
    {
        if (isAnswered) Interlocked.Exchange(ref _together, Proven);
        else if (Volatile.Read(ref _together) != Proven) Interlocked.Exchange(ref _together, Refused);
    }

    /// <summary>
    /// Whether USER, PASS, TYPE and EPSV are answered in order when they are sent at once; null until it has been tried, or while a failure
    /// has another possible reason.
    /// </summary>
    public bool? LoginWorks => Volatile.Read(ref _login) switch { Proven => true, Refused => false, _ => null };

    /// <summary>
    /// Records whether a login sent at once worked in an earlier run; null if no run has tried it, so that one session of this run may.
    /// Until this is called none does.
    /// </summary>
    public void ExpectLogin(bool? works) =>
        Interlocked.CompareExchange(ref _login, works switch { true => Proven, false => Refused, null => Untried }, Unknown);

    /// <summary>Records that a session has logged in.</summary>
    internal void LoggedIn() => _loggedIn = true;

    /// <summary>
    /// Returns whether a login may be sent at once. Until the server is known to answer that, one session may try, after another login.
    /// </summary>
    internal bool TryLogin() => Volatile.Read(ref _login) == Proven
        || (_loggedIn && Interlocked.CompareExchange(ref _login, Tried, Untried) == Untried);

    /// <summary>
    /// Records whether a login sent at once was answered in order; null if it was refused or given up, which decides nothing. After one
    /// that was not, none is sent at once in this run.
    /// </summary>
    internal void NoteLogin(bool? isAnswered)
    {
        if (isAnswered is not { } isProven) Interlocked.CompareExchange(ref _login, Untried, Tried);
        else if (isProven) Interlocked.CompareExchange(ref _login, Proven, Tried);
        else if (Volatile.Read(ref _login) != Refused) Interlocked.Exchange(ref _login, Doubted);
    }

    /// <summary>Records that a login that was not answered when sent at once works with one command at a time.</summary>
    internal void RefuseLogin() => Interlocked.Exchange(ref _login, Refused);

    internal void Connected(TimeSpan took)
    {
        var known = Interlocked.Read(ref _connectTicks);
        if (known == 0 || took.Ticks < known) Interlocked.Exchange(ref _connectTicks, Math.Max(1, took.Ticks));
    }

    internal void RefuseEprt() => _eprtRefused = true;

    internal void EpsvWorked() => _epsvWorks = true;

    // One failed data connection does not rule out a mode that has worked before.
    internal void EpsvFailed()
    {
        if (!_epsvWorks) _epsvRefused = true;
    }
}
