using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>The sessions of one of the two servers: a door that bounds them, and those that nobody uses at the moment.</summary>
/// <param name="profile">The server.</param>
/// <param name="cap">Most sessions at once.</param>
/// <param name="time">Clock.</param>
/// <param name="trace">Receives every line of every dialogue; null for none.</param>
/// <param name="siteProfile">What is remembered of the server.</param>
internal sealed class FxpSite(SessionProfile profile, int cap, TimeProvider time, Action<FtpTraceLine>? trace, SiteProfile siteProfile) : IAsyncDisposable
{
    // 1 + 2 + 4 + 8 + 15 + 15 + 15 s.
    private const int MostRefusals = 8;

    private readonly FtpConnector _connector = new(profile, time, trace);
    private readonly FtpSessionPool _pool = new(time);
    private readonly SiteGate _gate = new(cap, time);
    private FxpSizePoller? _sizePoller;
    private bool? _storesSegments;
    private bool? _sendsRanges;

    /// <summary>Tells the sizes of files that grow.</summary>
    public FxpSizePoller SizePoller => LazyInitializer.EnsureInitialized(ref _sizePoller, () => new FxpSizePoller(this));

    /// <summary>Whether a file of this run has gone over, so that nothing of the way between the two is likely to be refused.</summary>
    public bool HasStored { get; set; }

    /// <summary>Whether the server has shown that it lets in fewer sessions than may be wanted.</summary>
    public bool IsBounded => _gate.Ceiling < cap;

    /// <summary>Whether a session waits for somebody.</summary>
    public bool HasIdle => _pool.HasIdle;

    /// <summary>First line of the server's greeting; null before it was heard.</summary>
    public string? Greeting => _connector.Traits.Greeting?.Lines[0];

    /// <summary>Whether the server is known to store segments of one file rightly; null where nobody has tried it with this program of a server.</summary>
    public bool? StoresSegments => _storesSegments ?? (IsSameSoftware ? siteProfile.Known.OffsetStores?.Value : null);

    /// <summary>Whether the server is known to send exactly the ranges that it is asked for (RANG); null where nobody knows.</summary>
    public bool? SendsRanges => _sendsRanges ?? (IsSameSoftware ? siteProfile.Known.RangWorks?.Value : null);

    /// <summary>Sessions that it has let in at once before; 0 where nobody knows.</summary>
    public int Proven => _gate.Proven;

    /// <summary>Whether it did its part of a copy in segments the last time, whatever it is now: for what costs nothing but a login.</summary>
    public bool HasDoneSegments(FxpSide side) => (side == FxpSide.Source ? siteProfile.Known.RangWorks : siteProfile.Known.OffsetStores)?.Value == true;

    /// <summary>The server has stored segments of one file rightly, or has not; one failure outweighs all else.</summary>
    public void NoteSegments(bool works)
    {
        if (_storesSegments != false) _storesSegments = works;
        siteProfile.ProvedOffsetStores(works);
    }

    /// <summary>The server has sent exactly the ranges that it was asked for, or has not; one failure outweighs all else.</summary>
    public void NoteRanges(bool works)
    {
        if (_sendsRanges != false) _sendsRanges = works;
        siteProfile.ProvedRang(works);
    }

    /// <summary>Reads what is remembered of the server. Throws nothing but cancellation.</summary>
    public async Task RecallAsync(CancellationToken cancellationToken)
    {
        await siteProfile.LoadAsync(cancellationToken).ConfigureAwait(false);
        _gate.Proven = siteProfile.Known.Sessions?.Value ?? 0;
    }

    /// <summary>Writes down what was learned of it.</summary>
    /// <returns>Why not, one sentence; null where it is written.</returns>
    public Task<string?> RememberAsync()
    {
        if (_connector.Traits.Greeting is { } greeting) siteProfile.LoggedIn(greeting.Lines[0], _connector.Traits.Features);
        return siteProfile.SaveAsync(CancellationToken.None);
    }

    /// <summary>What a failure to get a session means.</summary>
    public FailureVerdict Judge(FtpException failure) => FailurePolicy.Judge(failure, _gate.Standing, _gate.HasStood);

    /// <summary>Takes an idle session, or opens one as soon as the gate lets it; a full server is waited for.</summary>
    /// <exception cref="TransferException">The server stayed full.</exception>
    /// <exception cref="FtpException">The session could not be opened for another reason.</exception>
    public async Task<FtpSession> RentAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await TryRentIdleAsync().ConfigureAwait(false) is { } idle) return idle;
            if (_gate.TryEnter() is { } wait) await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
            else if (await OpenAsync(cancellationToken).ConfigureAwait(false) is { } opened) return opened;
        }
    }

    /// <summary>Opens a session for whoever will want it, so that logging in at two servers takes the time of one. Nothing is held meanwhile, and what goes wrong shows when it is wanted.</summary>
    /// <param name="isWanted">Whether it is worth waiting for the gate still.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task WarmAsync(Func<bool> isWanted, CancellationToken cancellationToken)
    {
        try
        {
            while (isWanted() && !IsBounded)
            {
                if (_gate.TryEnter() is { } wait) await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
                else if (await OpenAsync(cancellationToken).ConfigureAwait(false) is { } opened)
                {
                    await PrepareAsync(opened, cancellationToken).ConfigureAwait(false);
                    return;
                }
            }
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            // Who rents one hears of it.
        }
    }

    /// <summary>Opens one more without waiting: null where the gate or the server lets nobody in now.</summary>
    public async Task<FtpSession?> TryOpenAsync(CancellationToken cancellationToken) => _gate.TryEnter() is null ? await OpenAsync(cancellationToken).ConfigureAwait(false) : null;

    /// <summary>Gives a session back for others; a dead one is closed.</summary>
    public async ValueTask ReturnAsync(FtpSession session)
    {
        if (session.IsUsable) _pool.Return(session);
        else await DropAsync(session).ConfigureAwait(false);
    }

    /// <summary>Closes a session.</summary>
    public async ValueTask DropAsync(FtpSession session)
    {
        _gate.Closed(byLimit: false);
        await session.QuitAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_sizePoller is not null) await _sizePoller.DisposeAsync().ConfigureAwait(false);
        await _pool.DisposeAsync().ConfigureAwait(false);
        _connector.Dispose();
    }

    // Every file asks for FEAT, of which ProFTPD's answer takes two round trips.
    private async Task PrepareAsync(FtpSession opened, CancellationToken cancellationToken)
    {
        try
        {
            await opened.FeaturesAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await ReturnAsync(opened).ConfigureAwait(false);
        }
    }

    private bool IsSameSoftware => _connector.Traits.Greeting is { } greeting && siteProfile.IsSameSoftware(greeting.Lines[0]);

    private async ValueTask<FtpSession?> TryRentIdleAsync()
    {
        List<FtpSession> expired = [];
        var idle = _pool.TryRent(expired);
        foreach (var old in expired) await DropAsync(old).ConfigureAwait(false);
        return idle;
    }

    private async Task<FtpSession?> OpenAsync(CancellationToken cancellationToken)
    {
        var greeted = false;
        try
        {
            var session = await _connector.ConnectAsync(() => { greeted = true; _gate.Greeted(); }, cancellationToken).ConfigureAwait(false);
            _gate.Opened();
            siteProfile.SawStanding(_gate.Standing);
            return session;
        }
        catch (FtpException e) when (Judge(e).Action == FailureAction.LowerCeiling)
        {
            _gate.Refused(greeted);
            _connector.TryPasswordAgain();
            return _gate.Standing == 0 && _gate.Refusals >= MostRefusals
                ? throw new TransferException(FailureKind.ServerLimit, $"{profile.Endpoint} let nobody in after {MostRefusals} tries: {e.Message} Try again later.", e)
                : null;
        }
        catch
        {
            _gate.Failed(greeted);
            throw;
        }
    }
}
