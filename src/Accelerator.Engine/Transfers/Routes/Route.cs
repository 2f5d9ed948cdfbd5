using System.Net;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Streams;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Engine.Transfers.Routes;

/// <summary>A route: one source by one local path, with its own sessions and its own ceiling.</summary>
/// <param name="profile">The server, the login and the local path.</param>
/// <param name="cap">The maximum number of sessions.</param>
/// <param name="notes">The site profile.</param>
/// <param name="time">Clock.</param>
/// <param name="trace">Receives the dialogues.</param>
/// <param name="sessionBudget">An external bound on sessions.</param>
/// <param name="index">Its index among the routes of the run.</param>
/// <param name="address">Shared by the routes of one server: all of them must lead to the same host.</param>
internal sealed class Route(
    SessionProfile profile, int cap, SiteProfile notes, TimeProvider time, Action<FtpTraceLine>? trace, SessionBudget? sessionBudget = null,
    int index = 0, ServerAddress? address = null) : IAsyncDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Quick = TimeSpan.FromMilliseconds(1);

    // On shorter paths a data connection opens faster than other streams wake up.
    private static readonly TimeSpan Long = TimeSpan.FromMilliseconds(20);

    private volatile TransferException? _hopeless;
    private volatile CancellationTokenSource _mistrusted = new();
    private int _fetching;
    private int _ready;
    private double _carries;
    private int _pinger;
    private TimeSpan _ping;
    private long _pingedAt;
    private volatile int _segment;
    private TimeSpan _shortestReply = TimeSpan.MaxValue;
    private int _isAnnounced;
    private int _runs;

    /// <summary>Its index among the routes of the run.</summary>
    public int Index => index;

    /// <summary>The local path; null when the system chooses.</summary>
    public LocalPath? LocalPath => profile.LocalPath;

    /// <summary>
    /// The name that distinguishes it in messages: <c>by eth1</c>, <c>from ftp://host:21</c>, or both; empty when it is the only route.
    /// </summary>
    public string Name { get; init; } = "";

    /// <summary>Its sessions.</summary>
    public SiteSessions Sessions { get; } = new(profile, cap, notes, time, trace, sessionBudget, address);

    /// <summary>The retry pipeline for its failures; one for all routes of a run.</summary>
    public RetryPipeline Retry { get; init; } = new(time, RetryLimits.Default);

    /// <summary>Receives each refusal of a session by a server that is full; the route tries again.</summary>
    public Action<string> Refused { get; set; } = static _ => { };

    /// <summary>The breaker that is open while no data arrives by this route.</summary>
    public RouteBreaker Breaker => Sessions.Breaker;

    /// <summary>The site profile: stored facts, and those this run learns.</summary>
    public SiteProfile Notes => notes;

    /// <summary>The server.</summary>
    public FtpEndpoint Site => profile.Endpoint;

    /// <summary>The server's address, if the run uses several; null for the first that answers.</summary>
    public IPAddress? Address { get; init; }

    /// <summary>The server as views name it: <c>ftp://host:21</c>, with <c> at 192.0.2.7</c> if the run uses several addresses.</summary>
    public string SourceName => $"{Site.Scheme}://{Site}{(Address is null ? "" : $" at {Address}")}";

    /// <summary>The proxy that leads to it; null for a direct connection.</summary>
    public ProxyAddress? Proxy => profile.Proxy;

    /// <summary>The gate that admits new connections.</summary>
    public SiteGate Gate => Sessions.Gate;

    /// <summary>
    /// The externally allowed number of streams; <see cref="int.MaxValue"/> without a bound. Runs that use the route at the same time have
    /// an equal share each: the first of eight had all 64 sessions, and the last two received nothing for 90 s.
    /// </summary>
    public int MostStreams
    {
        get
        {
            var most = sessionBudget?.ForStreams ?? int.MaxValue;
            return Runs == 1 ? most : Math.Max(1, Math.Min(Math.Min(most, cap), Gate.Ceiling) / Runs);
        }
    }

    /// <summary>Counts a run that uses the route from now on, until <see cref="EndRun"/>.</summary>
    public void BeginRun() => Interlocked.Increment(ref _runs);

    /// <summary>Ends the count of <see cref="BeginRun"/>.</summary>
    public void EndRun() => Interlocked.Decrement(ref _runs);

    /// <summary>
    /// The shortest reply time so far. Before the first reply, the remembered value or the connect time: middleboxes that answer connects
    /// in the server's place make the latter too short.
    /// </summary>
    public TimeSpan RoundTrip =>
        _shortestReply < TimeSpan.MaxValue ? _shortestReply : notes.Known.RoundTrip?.Value ?? Sessions.Traits.ConnectTime ?? Quick;

    /// <summary>Returns the cost of a new data connection on this route.</summary>
    /// <param name="isReady">Whether the data connection is already open.</param>
    public PathView Path(bool isReady) =>
        new(RoundTrip.TotalSeconds, _segment > 0 ? 10 * _segment : PathView.UsualInitialWindow, SetUpRoundTrips(isReady), Peak, Stretch,
            index, Rates.Usual);

    private double SetUpRoundTrips(bool isReady) => !isReady ? PathView.Warm
        : Sessions.Traits.RestTogetherWorks is true ? PathView.Together : PathView.Prepared;

    /// <summary>Best goodput measured on the route, bytes per second.</summary>
    public double Peak { get; set; }

    /// <summary>Goodput that limits the windows of the streams (<see cref="WindowPolicy"/>), bytes per second; 0 for no limit.</summary>
    public double Carries { get => Runs > 1 ? 0 : _carries; set => _carries = value; }

    /// <summary>The rates of the last ranges on this route.</summary>
    public RangeRates Rates { get; } = new();

    /// <summary>When its next stream is to start.</summary>
    public StartSpacing Spacing { get; } = new(time);

    /// <summary>(R + queue) ÷ R, 1 or more.</summary>
    public double Stretch { get; set; } = 1;

    /// <summary>Returns whether this route leads to a source.</summary>
    public bool Serves(TransferSource source) =>
        source.Endpoint == profile.Endpoint && source.Credential == profile.Credential && source.Proxy == profile.Proxy
            && Equals(source.Address, Address);

    /// <summary>Returns whether this route leads to the file's first source, whose identity is authoritative.</summary>
    public bool Identifies(TransferItem item) => Serves(item.Sources[0]);

    /// <summary>Returns the source of a file that this route leads to.</summary>
    public TransferSource SourceOf(TransferItem item) => item.Sources.First(Serves);

    /// <summary>
    /// Requests a place to fetch: at most as many streams as wanted, in each run, fetch at once, in the order in which they have a session.
    /// Null when there is no place.
    /// </summary>
    public FetchPlace? TryBeginFetch(int wanted)
    {
        if (Interlocked.Increment(ref _fetching) <= wanted * Runs)
            return new FetchPlace(wanted, () => Interlocked.Decrement(ref _fetching));
        Interlocked.Decrement(ref _fetching);
        return null;
    }

    /// <summary>Streams that wait for a place to fetch, or for other work, with their data connection open or being opened.</summary>
    public int Ready => Volatile.Read(ref _ready);

    /// <summary>Adds 1 to <see cref="Ready"/>, or -1.</summary>
    public void CountReady(int change) => Interlocked.Add(ref _ready, change);

    /// <summary>
    /// Returns whether a stream whose data connection is not open leaves its place to others: enough streams wait with theirs open, and
    /// their first bytes come two round trips sooner.
    /// </summary>
    public bool HasReadyFor(int wanted) => RoundTrip >= Long && Ready >= (wanted * Runs) - Volatile.Read(ref _fetching);

    /// <summary>Returns the number of wanted streams that do not fetch yet, and the one that was just given its place.</summary>
    public int Free(int wanted) => Math.Max(1, wanted - (Volatile.Read(ref _fetching) / Runs) + 1);

    /// <summary>Standby sessions.</summary>
    public int StandingBy => Math.Max(1, Gate.Standing - Volatile.Read(ref _fetching));

    /// <summary>Loads the site profile of earlier runs.</summary>
    public async Task RecallAsync(CancellationToken cancellationToken)
    {
        await notes.LoadAsync(cancellationToken).ConfigureAwait(false);
        if (notes.StartCeiling is { } ceiling) Gate.Recall(ceiling.Sessions, ceiling.CoolDown);
        var plateau = notes.Known.Plateau?.Value;
        (Gate.Expected, Carries) = (plateau?.Streams ?? 0, WindowPolicy.Carries(plateau, profile.ReceiveBuffer));
        Gate.Proven = Math.Max(Gate.Expected, notes.Known.Sessions?.Value ?? 0);
        var traits = Sessions.Traits;
        if (notes.Known.RangWorks is { Value: true }) traits.ExpectRang();
        if (notes.Known.BehindWorks is { } behind) traits.ExpectBehind(behind.Value);
        if (notes.Known.RestTogether is { } together) traits.ExpectRestTogether(together.Value);
        traits.ExpectLogin(notes.Known.LoginTogether?.Value);
        if (notes.Known.DatesDayFirst is { } isDayFirst) traits.ExpectDatesDayFirst(isDayFirst.Value);
    }

    /// <summary>
    /// Returns the number of streams to start with: the requested one, else the one that was optimal here before, else as many as a single
    /// file of this size (null while unknown), fetched over so many routes, is worth.
    /// </summary>
    public int Start(TransferRequest request, long? size, int routes = 1) =>
        request.Streams ?? Math.Min(notes.Known.Plateau?.Value.Streams
            ?? TransferPlanner.Start(request.Items.Count == 1 ? size : null, RoundTrip, routes), request.MostStreams);

    /// <summary>
    /// Saves what this run has learned. A failure is not reported: it is only a hint for the next run, and this one is over.
    /// </summary>
    public async Task RememberAsync()
    {
        if (_shortestReply < TimeSpan.MaxValue) notes.SawRoundTrip(RoundTrip);
        var traits = Sessions.Traits;
        if (traits.RangWorks is { } rang) notes.ProvedRang(rang);
        if (traits.EarlyCloseClean is { } clean) notes.ProvedEarlyClose(clean);
        if (traits.BehindWorks is { } behind) notes.ProvedBehind(behind);
        if (traits.LoginWorks is { } login) notes.ProvedLogin(login);
        if (traits.RestTogetherWorks is { } together) notes.ProvedRestTogether(together);
        if (traits.DatesDayFirst is { } isDayFirst) notes.ProvedDatesDayFirst(isDayFirst);
        await Sessions.RememberAsync().ConfigureAwait(false);
    }

    /// <summary>Whether the path's queues are to be measured now.</summary>
    public bool IsPinged { get; set; }

    /// <summary>Time of the last answer to a NOOP on a standby session; zero when there was none recently.</summary>
    public TimeSpan LastPing => time.GetElapsedTime(_pingedAt) < Fresh ? _ping : TimeSpan.Zero;

    /// <summary>
    /// Sends NOOP on a standby session, unless another one does so already: its answer waits in the same queues as the data.
    /// </summary>
    /// <returns>Whether this session is the one that pings; it is not prepared for data then.</returns>
    public async ValueTask<bool> TryPingAsync(int slot, FtpSession session, CancellationToken cancellationToken)
    {
        if (!IsPinged || session.IsPrepared
            || Interlocked.CompareExchange(ref _pinger, slot + 1, 0) is var pinger && pinger != 0 && pinger != slot + 1)
            return false;
        _ping = await session.PingAsync(cancellationToken).ConfigureAwait(false);
        _pingedAt = time.GetTimestamp();
        return true;
    }

    /// <summary>Ends the pinging of a stream that has other work.</summary>
    public void StopPinging(int slot) => Interlocked.CompareExchange(ref _pinger, 0, slot + 1);

    /// <summary>
    /// Returns what became of the request for MPTCP on this route, as a sentence, the first time; null later, and if this system has no
    /// MPTCP, which was reported before the run.
    /// </summary>
    public string? Announce(MultipathState state)
    {
        if (!state.IsAsked || Interlocked.Exchange(ref _isAnnounced, 1) != 0) return null;
        var which = Name.Length == 0 ? "" : $" {Name}";
        return state.Subflows > 0 ? $"Data connections{which} are MPTCP."
            : $"Data connections{which} fell back from MPTCP to TCP: the server or a firewall on the way does not answer it.";
    }

    /// <summary>Takes an idle session, or opens one as soon as the gate admits it; waits while the server is full.</summary>
    /// <param name="cancellationToken">Stops the wait.</param>
    /// <returns>The session, and the era of <see cref="Breaker"/> it belongs to.</returns>
    /// <exception cref="TransferException">The server still allowed no session after all retries.</exception>
    /// <exception cref="FtpException">The session could not be opened for another reason.</exception>
    public async Task<(FtpSession Session, int Era)> RentAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            // Read the era first: if the route falls silent meanwhile, the session belongs to the previous era.
            var era = Breaker.Era;
            // Check the breaker before the idle sessions, some of which may not be closed yet: over those, a silent route's own streams
            // took the ranges that it had released, and held them for the 30 s that a reply may take. A transfer of 17 s took 35
            // (measured).
            if (Breaker.IsOpen)
            {
                if (await AskWhetherItCarriesAsync(cancellationToken).ConfigureAwait(false) is { } back) return (back, era);
                await Task.Delay(Pause, time, cancellationToken).ConfigureAwait(false);
                continue;
            }
            if (await Sessions.TryRentIdleAsync().ConfigureAwait(false) is { } idle) return (idle, era);
            // Streams that are still logging in may yet succeed; those that have not tried wait for them.
            if (_hopeless is { } why && Gate.IsEmpty) throw new TransferException(why.Kind, why.Message, why);
            if ((_hopeless is not null && Gate.Standing == 0 ? Pause : Sessions.TryEnter()) is { } wait)
            {
                await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
                continue;
            }
            if (await OpenAsync(cancellationToken).ConfigureAwait(false) is { } session) return (session, era);
        }
    }

    /// <summary>
    /// Takes the route out of use because no data arrives by it while others flow: its transfers are ended, the standby sessions are
    /// closed, and it is probed from time to time.
    /// </summary>
    /// <returns>False when it was already silent.</returns>
    public async ValueTask<bool> FallSilentAsync()
    {
        if (!Breaker.Trip()) return false;
        _hopeless = null;
        if (_mistrusted.IsCancellationRequested) _mistrusted = new CancellationTokenSource();
        while (await Sessions.TryRentIdleAsync().ConfigureAwait(false) is { } idle)
            await Sessions.DropAsync(idle, isDead: true).ConfigureAwait(false);
        return true;
    }

    /// <summary>
    /// Opens one more session as soon as the gate admits it, for the next stream that needs one. Does nothing when the server admits no
    /// more.
    /// </summary>
    /// <param name="stop">Stops the wait; a session that is already being opened is completed.</param>
    /// <param name="cancellationToken">Cancels that too.</param>
    /// <exception cref="FtpException">The session could not be opened.</exception>
    public async Task AddAsync(CancellationToken stop, CancellationToken cancellationToken)
    {
        while (Sessions.LastRefusal is null && _hopeless is null && !Breaker.IsOpen)
        {
            stop.ThrowIfCancellationRequested();
            if (Sessions.TryEnter() is { } wait)
            {
                await Task.Delay(wait, time, stop).ConfigureAwait(false);
                continue;
            }
            var era = Breaker.Era;
            if (await OpenAsync(cancellationToken).ConfigureAwait(false) is not { } session) return;
            if (era == Breaker.Era) Sessions.PutBy(session);
            else await Sessions.DropAsync(session, isDead: true).ConfigureAwait(false);
            return;
        }
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await Sessions.DisposeAsync().ConfigureAwait(false);
        _mistrusted.Dispose();
    }

    private int Runs => Math.Max(1, Volatile.Read(ref _runs));

    private async Task<FtpSession?> AskWhetherItCarriesAsync(CancellationToken cancellationToken)
    {
        if (!Breaker.TryHalfOpen()) return null;
        FtpSession? session = null;
        using var limit = new CancellationTokenSource(RouteBreaker.TrialLimit, time);
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(limit.Token, cancellationToken);
        try
        {
            if (Sessions.TryEnter() is null) session = await OpenAsync(linked.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException || (e is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            // A missing answer means that the route is still silent.
        }
        finally
        {
            if (session is null) Breaker.StayOpen();
            else Breaker.Close();
        }
        return session;
    }

    private async Task<FtpSession?> OpenAsync(CancellationToken cancellationToken)
    {
        var mistrusted = _mistrusted.Token;
        using var linked = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken, mistrusted);
        try
        {
            var (session, refusal) = await Sessions.OpenAsync(linked.Token).ConfigureAwait(false);
            if (refusal is not null)
            {
                if (Sessions.GiveUp(refusal, ", or use fewer connections in other programs", Retry.Limits) is not { } full)
                {
                    Refused(refusal.Message);
                    return null;
                }
                _hopeless = full;
                throw full;
            }
            if (session!.RoundTrip < _shortestReply) _shortestReply = session.RoundTrip;
            if (session.PathFacts().MaxSegment is { } segment) _segment = segment;
            return session;
        }
        catch (FtpException e)
        {
            NoteFailure(e);
            throw;
        }
        catch (OperationCanceledException)
            when (mistrusted.IsCancellationRequested && !cancellationToken.IsCancellationRequested && _hopeless is { } why)
        {
            throw new TransferException(why.Kind, why.Message, why);
        }
    }

    // Until a session has been opened, the streams share one stream's tries, so that a dead server, or a wrong password, does not get eight
    // times as many.
    private void NoteFailure(FtpException failure)
    {
        if (Gate.HasStood || Breaker.IsOpen) return;
        var verdict = FailurePolicy.Judge(failure, 0, hasStood: false);
        if (verdict.Action == FailureAction.GiveUp || !Retry.Limits.Allows(Gate.Failures))
            _hopeless = new TransferException(verdict.Kind, failure.Message, failure);
        // A certificate is the same for every connection: connections being opened would only wait for a server that may not answer them.
        if (verdict.Kind == FailureKind.Tls) _mistrusted.Cancel();
    }
}
