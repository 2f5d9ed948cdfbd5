using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>The session at each of the two servers that one try uses. Disposing returns them.</summary>
internal sealed class FxpSessionLease(FxpSite source, FxpSite destination) : IAsyncDisposable
{
    private FtpSession? _source;
    private FtpSession? _destination;

    /// <summary>The session at the source.</summary>
    public FtpSession Source => _source ?? throw new InvalidOperationException("No session is held at the source.");

    /// <summary>The session at the destination.</summary>
    public FtpSession Destination => _destination ?? throw new InvalidOperationException("No session is held at the destination.");

    /// <summary>Acquires missing sessions, and replaces dead ones.</summary>
    /// <exception cref="TransferException">A server refused the login, for a permanent reason.</exception>
    /// <exception cref="FtpException">A session could not be opened; another try may succeed.</exception>
    public async Task HoldAsync(CancellationToken cancellationToken)
    {
        await DropDeadAsync().ConfigureAwait(false);
        // Hold only one while waiting for the other, and always the source's: two files that each held one would deadlock.
        if (_source is null)
        {
            var isRenting = true;
            var warming = _destination is null && !destination.Sessions.HasIdle
                ? destination.WarmAsync(() => Volatile.Read(ref isRenting), cancellationToken)
                : Task.CompletedTask;
            try
            {
                _source = await RentAsync(source, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                Volatile.Write(ref isRenting, false);
                await warming.ConfigureAwait(false);
            }
        }
        _destination ??= await RentAsync(destination, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Acquires at both servers at once, for one of several pairs of a file of which another pair holds both its sessions: where each
    /// server accepts only one more, two pairs with one session each would deadlock.
    /// </summary>
    /// <inheritdoc cref="HoldAsync"/>
    public async Task HoldAtOnceAsync(CancellationToken cancellationToken)
    {
        await DropDeadAsync().ConfigureAwait(false);
        await Task.WhenAll(TakeSourceAsync(), TakeDestinationAsync()).ConfigureAwait(false);

        async Task TakeSourceAsync() => _source ??= await RentAsync(source, cancellationToken).ConfigureAwait(false);

        async Task TakeDestinationAsync() => _destination ??= await RentAsync(destination, cancellationToken).ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_source is not null) await source.Sessions.ReturnAsync(_source).ConfigureAwait(false);
        if (_destination is not null) await destination.Sessions.ReturnAsync(_destination).ConfigureAwait(false);
    }

    private async Task DropDeadAsync()
    {
        if (_source is { IsUsable: false } lost)
        {
            _source = null;
            await source.Sessions.DropAsync(lost).ConfigureAwait(false);
        }
        if (_destination is { IsUsable: false } gone)
        {
            _destination = null;
            await destination.Sessions.DropAsync(gone).ConfigureAwait(false);
        }
    }

    private static async Task<FtpSession> RentAsync(FxpSite site, CancellationToken cancellationToken)
    {
        try
        {
            return await site.RentAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e) when (site.Sessions.Judge(e) is { Action: FailureAction.GiveUp } verdict)
        {
            throw new TransferException(verdict.Kind, e.Message, e);
        }
    }
}
