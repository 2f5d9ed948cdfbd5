using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>The sessions of one of the two servers: a gate that limits them, and the idle ones.</summary>
/// <param name="profile">The server.</param>
/// <param name="cap">Most sessions at once.</param>
/// <param name="time">Clock.</param>
/// <param name="trace">Receives every line of every dialogue; null for none.</param>
/// <param name="siteProfile">The site profile of the server.</param>
internal sealed class FxpSite(
    SessionProfile profile, int cap, TimeProvider time, Action<FtpTraceLine>? trace, SiteProfile siteProfile) : IAsyncDisposable
{
    private FxpSizePoller? _sizePoller;
    private bool? _storesSegments;
    private bool? _sendsRanges;

    /// <summary>The sessions, to which they are returned and which closes them.</summary>
    public SiteSessions Sessions { get; } = new(profile, cap, siteProfile, time, trace);

    /// <summary>Polls the sizes of growing files.</summary>
    public FxpSizePoller SizePoller => LazyInitializer.EnsureInitialized(ref _sizePoller, () => new FxpSizePoller(this));

    /// <summary>Whether a file of this run was copied, so that the connection between the two servers is unlikely to be refused.</summary>
    public bool HasStored { get; set; }

    /// <summary>Whether the server has accepted fewer sessions than may be wanted.</summary>
    public bool IsBounded => Sessions.Gate.Ceiling < cap;

    /// <summary>First line of the server's greeting; null before it was received.</summary>
    public string? Greeting => Sessions.Traits.Greeting?.Lines[0];

    /// <summary>
    /// Whether the server is known to store segments of one file correctly; null where this was never tested with its current software.
    /// </summary>
    public bool? StoresSegments => _storesSegments ?? (IsSameSoftware ? siteProfile.Known.OffsetStores?.Value : null);

    /// <summary>Whether the server is known to send exactly the requested ranges (RANG); null where this is unknown.</summary>
    public bool? SendsRanges => _sendsRanges ?? (IsSameSoftware ? siteProfile.Known.RangWorks?.Value : null);

    /// <summary>Sessions that the server has accepted at once before; 0 where this is unknown.</summary>
    public int Proven => Sessions.Gate.Proven;

    /// <summary>
    /// Returns whether the server supported segments in its last copy, even if its software has changed since: for decisions that cost only
    /// a login.
    /// </summary>
    public bool HasDoneSegments(FxpSide side) =>
        (side == FxpSide.Source ? siteProfile.Known.RangWorks : siteProfile.Known.OffsetStores)?.Value == true;

    /// <summary>Records whether the server has stored segments of one file correctly; one failure outweighs all else.</summary>
    public void NoteSegments(bool works)
    {
        if (_storesSegments != false) _storesSegments = works;
        siteProfile.ProvedOffsetStores(works);
    }

    /// <summary>Records whether the server has sent exactly the requested ranges; one failure outweighs all else.</summary>
    public void NoteRanges(bool works)
    {
        if (_sendsRanges != false) _sendsRanges = works;
        siteProfile.ProvedRang(works);
    }

    /// <summary>Reads the site profile of the server. Throws nothing but cancellation.</summary>
    public async Task RecallAsync(CancellationToken cancellationToken)
    {
        await siteProfile.LoadAsync(cancellationToken).ConfigureAwait(false);
        Sessions.Gate.Proven = siteProfile.Known.Sessions?.Value ?? 0;
    }

    /// <summary>Takes an idle session, or opens one as soon as the gate allows; waits for a full server.</summary>
    /// <exception cref="TransferException">The server stayed full.</exception>
    /// <exception cref="FtpException">The session could not be opened for another reason.</exception>
    public async Task<FtpSession> RentAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await Sessions.TryRentIdleAsync().ConfigureAwait(false) is { } idle) return idle;
            if (Sessions.TryEnter() is { } wait) await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
            else if (await OpenAsync(cancellationToken).ConfigureAwait(false) is { } opened) return opened;
        }
    }

    /// <summary>
    /// Opens a session in advance, so that logging in at two servers takes the time of one. No session is held meanwhile, and a failure
    /// shows when the session is needed.
    /// </summary>
    /// <param name="isWanted">Returns whether waiting for the gate is still useful.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task WarmAsync(Func<bool> isWanted, CancellationToken cancellationToken)
    {
        try
        {
            while (isWanted() && !IsBounded)
            {
                if (Sessions.TryEnter() is { } wait) await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
                else if (await OpenAsync(cancellationToken).ConfigureAwait(false) is { } opened)
                {
                    await PrepareAsync(opened, cancellationToken).ConfigureAwait(false);
                    return;
                }
            }
        }
        catch (Exception e) when (e is FtpException or TransferException or OperationCanceledException)
        {
            // The next caller that rents a session gets the error.
        }
    }

    /// <summary>Opens a session without waiting; returns null where the gate or the server accepts none now.</summary>
    public async Task<FtpSession?> TryOpenAsync(CancellationToken cancellationToken) =>
        Sessions.TryEnter() is null ? await OpenAsync(cancellationToken).ConfigureAwait(false) : null;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_sizePoller is not null) await _sizePoller.DisposeAsync().ConfigureAwait(false);
        await Sessions.DisposeAsync().ConfigureAwait(false);
    }

    // Every file queries FEAT, and ProFTPD's reply takes two round trips.
    private async Task PrepareAsync(FtpSession opened, CancellationToken cancellationToken)
    {
        try
        {
            await opened.FeaturesAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await Sessions.ReturnAsync(opened).ConfigureAwait(false);
        }
    }

    private bool IsSameSoftware => siteProfile.IsSameSoftware(Greeting);

    private async Task<FtpSession?> OpenAsync(CancellationToken cancellationToken)
    {
        var (session, refusal) = await Sessions.OpenAsync(cancellationToken).ConfigureAwait(false);
        return refusal is not null && Sessions.GiveUp(refusal) is { } full ? throw full : session;
    }
}

/// <summary>
/// The one session beside those that store, over which the sizes of growing files are polled, one after the other. A server with a known
/// session limit needs all of them for files: there it does not poll.
/// </summary>
internal sealed class FxpSizePoller(FxpSite site) : IAsyncDisposable
{
    private readonly SemaphoreSlim _turn = new(1, 1);
    private FtpSession? _session;

    /// <summary>Returns the SIZE of a file; null where it is not available now.</summary>
    /// <param name="path">The file.</param>
    /// <param name="stop">Ends the waiting; a query that was sent is not cut short, so that the session stays usable for the
    /// others.</param>
    /// <exception cref="OperationCanceledException">It was stopped.</exception>
    public async Task<long?> SizeAsync(FtpPath path, CancellationToken stop)
    {
        await _turn.WaitAsync(stop).ConfigureAwait(false);
        return await QueryAsync(path).WaitAsync(stop).ConfigureAwait(false);
    }

    /// <summary>Closes the session, even during a query.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_session is not { } session) return;
        if (_turn.Wait(0)) await session.QuitAsync().ConfigureAwait(false);
        else await session.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<long?> QueryAsync(FtpPath path)
    {
        try
        {
            if (_session is { IsUsable: false } lost)
            {
                _session = null;
                await site.Sessions.DropAsync(lost).ConfigureAwait(false);
            }
            if (site.IsBounded)
            {
                if (_session is { } needed) await site.Sessions.ReturnAsync(needed).ConfigureAwait(false);
                _session = null;
                return null;
            }
            _session ??= await site.TryOpenAsync(CancellationToken.None).ConfigureAwait(false);
            return _session is null ? null
                : (await FxpInspector.SizeAsync(_session, path, CancellationToken.None).ConfigureAwait(false)).Size;
        }
        catch (Exception e) when (e is FtpException or Transfers.TransferException)
        {
            return null;
        }
        finally
        {
            _turn.Release();
        }
    }
}
