using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Streams;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>One source by one local path: its own sessions, its own ceiling.</summary>
/// <param name="profile">Whom to speak to, and from where.</param>
/// <param name="cap">Sessions never to be exceeded.</param>
/// <param name="notes">The memory of the site.</param>
/// <param name="time">Clock.</param>
/// <param name="trace">Receives the dialogues.</param>
/// <param name="sessionBudget">A bound on sessions from outside.</param>
/// <param name="index">Its place among the lanes of the run.</param>
/// <param name="address">Shared by the lanes of one server: all of them must lead to the same host.</param>
internal sealed class Route(
    SessionProfile profile, int cap, SiteProfile notes, TimeProvider time, Action<FtpTraceLine>? trace, SessionBudget? sessionBudget = null,
    int index = 0, ServerAddress? address = null) : IAsyncDisposable
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan Fresh = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan Quick = TimeSpan.FromMilliseconds(1);

    private volatile TransferException? _hopeless;
    private volatile CancellationTokenSource _mistrusted = new();
    private int _fetching;
    private int _pinger;
    private TimeSpan _ping;
    private long _pingedAt;
    private volatile int _segment;
    private TimeSpan _shortestReply = TimeSpan.MaxValue;

    /// <summary>Its place among the lanes of the run.</summary>
    public int Index => index;

    /// <summary>The way out of this computer; null where the system chooses.</summary>
    public LocalPath? LocalPath => profile.LocalPath;

    /// <summary>
    /// How sentences name it among the others: <c>by eth1</c>, <c>from ftp://host:21</c>, or both; empty where it is the only one.
    /// </summary>
    public string Name { get; init; } = "";

    /// <summary>Its sessions.</summary>
    public SiteSessions Sessions { get; } = new(profile, cap, notes, time, trace, sessionBudget, address);

    /// <summary>How what fails by it is tried again; one for all routes of a run.</summary>
    public RetryPipeline Retry { get; init; } = new(time);

    /// <summary>Whether it is out of use, because nothing comes by it.</summary>
    public RouteBreaker Breaker => Sessions.Breaker;

    /// <summary>What is known of the site, and what this run learns of it.</summary>
    public SiteProfile Notes => notes;

    /// <summary>The server.</summary>
    public FtpEndpoint Site => profile.Endpoint;

    /// <summary>The door to new connections.</summary>
    public SiteGate Gate => Sessions.Gate;

    /// <summary>Streams that are allowed from outside; <see cref="int.MaxValue"/> where nobody says.</summary>
    public int MostStreams => sessionBudget?.ForStreams ?? int.MaxValue;

    /// <summary>
    /// Shortest time a reply took. Before the first one, what is remembered or what a connect took: boxes on the path that answer connects
    /// in the server's place make that too short.
    /// </summary>
    public TimeSpan RoundTrip =>
        _shortestReply < TimeSpan.MaxValue ? _shortestReply : notes.Known.RoundTrip?.Value ?? Sessions.Traits.ConnectTime ?? Quick;

    /// <summary>What a new data connection costs here.</summary>
    /// <param name="isReady">Whether it stands already.</param>
    public PathView Path(bool isReady) =>
        new(RoundTrip.TotalSeconds, _segment > 0 ? 10 * _segment : PathView.UsualInitialWindow, isReady ? PathView.Prepared : PathView.Warm,
            Peak, Stretch, index, Rates.Usual);

    /// <summary>Best goodput that it has shown, bytes per second.</summary>
    public double Peak { get; set; }

    /// <summary>What the last ranges brought here.</summary>
    public RangeRates Rates { get; } = new();

    /// <summary>(R + queue) ÷ R, 1 or more.</summary>
    public double Stretch { get; set; } = 1;

    /// <summary>Whether this lane leads to a source.</summary>
    public bool Serves(TransferSource source) => source.Endpoint == profile.Endpoint && source.Credential == profile.Credential;

    /// <summary>Whether this lane leads to the source whose identity counts.</summary>
    public bool Identifies(FileTransfer file) => Serves(file.Item.Sources[0]);

    /// <summary>The source of a file that this lane leads to.</summary>
    public TransferSource SourceOf(FileTransfer file) => file.Item.Sources.First(Serves);

    /// <summary>Asks to fetch: only as many streams at once as are wanted, whichever have a session first. Null for one too many.</summary>
    public FetchPlace? TryBeginFetch(int wanted)
    {
        if (Interlocked.Increment(ref _fetching) <= wanted) return new FetchPlace(() => Interlocked.Decrement(ref _fetching));
        Interlocked.Decrement(ref _fetching);
        return null;
    }

    /// <summary>
    /// Streams about to take work, the one that has just been given its place counted: those that are wanted and do not fetch yet.
    /// </summary>
    public int Free(int wanted) => Math.Max(1, wanted - Volatile.Read(ref _fetching) + 1);

    /// <summary>Sessions that stand by.</summary>
    public int StandingBy => Math.Max(1, Gate.Standing - Volatile.Read(ref _fetching));

    /// <summary>Reads what earlier runs have learned of the site.</summary>
    public async Task RecallAsync(CancellationToken cancellationToken)
    {
        await notes.LoadAsync(cancellationToken).ConfigureAwait(false);
        if (notes.StartCeiling is { } ceiling) Gate.Recall(ceiling.Sessions, ceiling.CoolDown);
        Gate.Proven = Math.Max(notes.Known.Plateau?.Value.Streams ?? 0, notes.Known.Sessions?.Value ?? 0);
        var traits = Sessions.Traits;
        if (notes.Known.RangWorks is { Value: true }) traits.ExpectRang();
        if (notes.Known.BehindWorks is { } behind) traits.ExpectBehind(behind.Value);
        if (notes.Known.DatesDayFirst is { } isDayFirst) traits.ExpectDatesDayFirst(isDayFirst.Value);
    }

    /// <summary>
    /// Streams to begin with: those asked for, else those that were right here before, else as many as the file is worth.
    /// </summary>
    /// <param name="request">What is wanted.</param>
    /// <param name="size">Bytes of the file; null while nobody knows. Of one among several it says nothing.</param>
    public int Start(TransferRequest request, long? size) =>
        request.Streams ?? Math.Min(notes.Known.Plateau?.Value.Streams
            ?? TransferPlanner.Start(request.Items.Count == 1 ? size : null, RoundTrip), request.MostStreams);

    /// <summary>
    /// Writes down what this run has learned. Where that cannot be done nothing is said: it is a hint for the next run, and this one is
    /// over.
    /// </summary>
    public async Task RememberAsync()
    {
        if (_shortestReply < TimeSpan.MaxValue) notes.SawRoundTrip(RoundTrip);
        var traits = Sessions.Traits;
        if (traits.RangWorks is { } rang) notes.ProvedRang(rang);
        if (traits.EarlyCloseClean is { } clean) notes.ProvedEarlyClose(clean);
        if (traits.BehindWorks is { } behind) notes.ProvedBehind(behind);
        if (traits.DatesDayFirst is { } isDayFirst) notes.ProvedDatesDayFirst(isDayFirst);
        await Sessions.RememberAsync().ConfigureAwait(false);
    }

    /// <summary>Whether the path's queues are of interest now.</summary>
    public bool IsPinged { get; set; }

    /// <summary>Time of the last answer to a NOOP on a session that stands by; zero where there was none of late.</summary>
    public TimeSpan LastPing => time.GetElapsedTime(_pingedAt) < Fresh ? _ping : TimeSpan.Zero;

    /// <summary>
    /// Asks the server for nothing, on a session that stands by, if nobody does so already: its answer waits in the same queues as the
    /// data.
    /// </summary>
    /// <returns>Whether this session is the one that asks; it is not prepared for data then.</returns>
    public async ValueTask<bool> TryPingAsync(int slot, FtpSession session, CancellationToken cancellationToken)
    {
        if (!IsPinged || session.IsPrepared
            || Interlocked.CompareExchange(ref _pinger, slot + 1, 0) is var pinger && pinger != 0 && pinger != slot + 1)
            return false;
        _ping = await session.PingAsync(cancellationToken).ConfigureAwait(false);
        _pingedAt = time.GetTimestamp();
        return true;
    }

    /// <summary>The stream has something better to do than to ask.</summary>
    public void StopPinging(int slot) => Interlocked.CompareExchange(ref _pinger, 0, slot + 1);

    /// <summary>Takes an idle session, or opens one as soon as the gate lets it; a full server is waited for.</summary>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <returns>The session, and the era of <see cref="Breaker"/> that it is of.</returns>
    /// <exception cref="TransferException">The server stayed full.</exception>
    /// <exception cref="FtpException">The session could not be opened for another reason.</exception>
    public async Task<(FtpSession Session, int Era)> RentAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            // Read before: a lane that falls silent meanwhile makes the session one of the era that is over.
            var era = Breaker.Era;
            // Before the idle ones, of which some may not be closed yet: over those a silent lane's own streams took the ranges that it had
            // let go, and held them for the 30 s that a reply may take. A transfer of 17 s took 35 (measured).
            if (Breaker.IsOpen)
            {
                if (await AskWhetherItCarriesAsync(cancellationToken).ConfigureAwait(false) is { } back) return (back, era);
                await Task.Delay(Pause, time, cancellationToken).ConfigureAwait(false);
                continue;
            }
            if (await Sessions.TryRentIdleAsync().ConfigureAwait(false) is { } idle) return (idle, era);
            // Streams that are still on their way in may yet succeed; those that have not tried wait for them.
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
    /// Nothing comes by it, while others flow: its transfers are ended, the sessions that stand by are closed, and it is asked now and then
    /// whether it carries again.
    /// </summary>
    /// <returns>False when it was silent already.</returns>
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
    /// Opens one more session as soon as the gate lets it, for whoever needs one next. Does nothing where the server lets no more in.
    /// </summary>
    /// <param name="stop">Stops the waiting; a session that is on its way still comes.</param>
    /// <param name="cancellationToken">Stops that too.</param>
    /// <exception cref="FtpException">It could not be opened.</exception>
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
            // No answer is an answer.
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
                notes.SawCeiling(Gate.Ceiling);
                if (Sessions.GiveUp(refusal, ", or ask for fewer streams elsewhere") is not { } full) return null;
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

    // Where nobody has ever got in the streams share one stream's tries: a dead server, or a wrong password, is not to meet them
    // eight-fold.
    private void NoteFailure(FtpException failure)
    {
        if (Gate.HasStood || Breaker.IsOpen) return;
        var verdict = FailurePolicy.Judge(failure, 0, hasStood: false);
        if (verdict.Action == FailureAction.GiveUp || Gate.Failures > RetryPipeline.MaxRetries)
            _hopeless = new TransferException(verdict.Kind, failure.Message, failure);
        // A certificate is the same for every connection: those on their way would only wait for a server that may be silent to them.
        if (verdict.Kind == FailureKind.Tls) _mistrusted.Cancel();
    }
}
