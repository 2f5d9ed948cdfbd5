using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

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
        return await AskAsync(path).WaitAsync(stop).ConfigureAwait(false);
    }

    /// <summary>Closes the session, even during a query.</summary>
    public async ValueTask DisposeAsync()
    {
        if (_session is not { } session) return;
        if (_turn.Wait(0)) await session.QuitAsync().ConfigureAwait(false);
        else await session.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<long?> AskAsync(FtpPath path)
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
