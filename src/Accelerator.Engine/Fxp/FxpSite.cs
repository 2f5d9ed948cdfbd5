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
internal sealed class FxpSite(
    SessionProfile profile, int cap, TimeProvider time, Action<FtpTraceLine>? trace, SiteProfile siteProfile) : IAsyncDisposable
{
    private FxpSizePoller? _sizePoller;
    private bool? _storesSegments;
    private bool? _sendsRanges;

    /// <summary>The sessions themselves: where they are given back and closed.</summary>
    public SiteSessions Sessions { get; } = new(profile, cap, siteProfile, time, trace);

    /// <summary>Tells the sizes of files that grow.</summary>
    public FxpSizePoller SizePoller => LazyInitializer.EnsureInitialized(ref _sizePoller, () => new FxpSizePoller(this));

    /// <summary>Whether a file of this run has gone over, so that nothing of the way between the two is likely to be refused.</summary>
    public bool HasStored { get; set; }

    /// <summary>Whether the server has shown that it lets in fewer sessions than may be wanted.</summary>
    public bool IsBounded => Sessions.Gate.Ceiling < cap;

    /// <summary>First line of the server's greeting; null before it was heard.</summary>
    public string? Greeting => Sessions.Traits.Greeting?.Lines[0];

    /// <summary>
    /// Whether the server is known to store segments of one file rightly; null where nobody has tried it with this program of a server.
    /// </summary>
    public bool? StoresSegments => _storesSegments ?? (IsSameSoftware ? siteProfile.Known.OffsetStores?.Value : null);

    /// <summary>Whether the server is known to send exactly the ranges that it is asked for (RANG); null where nobody knows.</summary>
    public bool? SendsRanges => _sendsRanges ?? (IsSameSoftware ? siteProfile.Known.RangWorks?.Value : null);

    /// <summary>Sessions that it has let in at once before; 0 where nobody knows.</summary>
    public int Proven => Sessions.Gate.Proven;

    /// <summary>
    /// Whether it did its part of a copy in segments the last time, whatever it is now: for what costs nothing but a login.
    /// </summary>
    public bool HasDoneSegments(FxpSide side) =>
        (side == FxpSide.Source ? siteProfile.Known.RangWorks : siteProfile.Known.OffsetStores)?.Value == true;

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
        Sessions.Gate.Proven = siteProfile.Known.Sessions?.Value ?? 0;
    }

    /// <summary>Takes an idle session, or opens one as soon as the gate lets it; a full server is waited for.</summary>
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
    /// Opens a session for whoever will want it, so that logging in at two servers takes the time of one. Nothing is held meanwhile, and
    /// what goes wrong shows when it is wanted.
    /// </summary>
    /// <param name="isWanted">Whether it is worth waiting for the gate still.</param>
    /// <param name="cancellationToken">Stops it.</param>
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
            // Who rents one hears of it.
        }
    }

    /// <summary>Opens one more without waiting: null where the gate or the server lets nobody in now.</summary>
    public async Task<FtpSession?> TryOpenAsync(CancellationToken cancellationToken) =>
        Sessions.TryEnter() is null ? await OpenAsync(cancellationToken).ConfigureAwait(false) : null;

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_sizePoller is not null) await _sizePoller.DisposeAsync().ConfigureAwait(false);
        await Sessions.DisposeAsync().ConfigureAwait(false);
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
