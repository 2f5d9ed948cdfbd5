using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Queries two servers for metadata, over one session at each, opened when a query needs it. No file is transferred or changed. Each query
/// is sent once, without retries: an unreachable server is reported at once. For one caller at a time. Disposing sends QUIT.
/// </summary>
public sealed class FxpMetadataProbe : IAsyncDisposable
{
    private readonly FxpRequest _request;
    private readonly (FxpSite Source, FxpSite Destination) _sites;
    private FtpSession? _source;
    private FtpSession? _destination;

    /// <param name="request">The servers; its items are not read.</param>
    /// <param name="time">Clock.</param>
    public FxpMetadataProbe(FxpRequest request, TimeProvider time) =>
        (_request, _sites) = (request, new FxpRunner(time).Open(request with { SessionsAtSource = 1, SessionsAtDestination = 1 }));

    /// <summary>Checks that a server accepts the login.</summary>
    /// <param name="side">The server.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The server does not accept it.</exception>
    public Task EnterAsync(FxpSide side, CancellationToken cancellationToken) =>
        QueryAsync(side, (_, _) => Task.FromResult(true), cancellationToken);

    /// <summary>Returns the state of a file at the destination.</summary>
    /// <exception cref="TransferException">The destination cannot be queried, or reports no sizes.</exception>
    public Task<FxpHolding> HoldingAsync(FxpItem item, CancellationToken cancellationToken) =>
        QueryAsync(FxpSide.Destination, async (session, stop) =>
    {
        var (tells, final) = await FxpInspector.SizeAsync(session, item.To, stop).ConfigureAwait(false);
        if (!tells)
            throw new TransferException(
                FailureKind.Verification,
                $"{_request.Destination.Describe(item.To)}: the server reports no file sizes, "
                    + "so it could not be checked whether the whole file arrived. Nothing was sent.");
        var modified = final is null ? null : await session.ModifiedAsync(item.To, stop).ConfigureAwait(false);
        var (_, part) = await FxpInspector.SizeAsync(session, FxpPlanner.PartOf(item), stop).ConfigureAwait(false);
        return new FxpHolding(final, modified, part);
    }, cancellationToken);

    /// <summary>Returns false if the source reports that it has no such file. A source that reports no sizes counts as having it.</summary>
    /// <exception cref="TransferException">The source cannot be queried.</exception>
    public Task<bool> IsAtSourceAsync(FxpItem item, CancellationToken cancellationToken) =>
        QueryAsync(FxpSide.Source, async (session, stop) =>
            await FxpInspector.SizeAsync(session, item.From, stop).ConfigureAwait(false) is not (true, null), cancellationToken);

    /// <summary>
    /// Compares the file under the final name with the source's: by the strongest hash that both servers compute, or by length and time
    /// where they have none in common.
    /// </summary>
    /// <exception cref="TransferException">A server cannot be queried.</exception>
    public async Task<FxpLikeness> CompareAsync(FxpItem item, FxpHolding holding, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(holding);
        var (size, modified, features) = await QueryAsync(FxpSide.Source, async (session, stop) => (
            (await FxpInspector.SizeAsync(session, item.From, stop).ConfigureAwait(false)).Size,
            await session.ModifiedAsync(item.From, stop).ConfigureAwait(false),
            await session.FeaturesAsync(stop).ConfigureAwait(false)), cancellationToken).ConfigureAwait(false);
        if (size is null || size != holding.Final) return new FxpLikeness(false, "length");
        var others = await QueryAsync(
            FxpSide.Destination, (session, stop) => session.FeaturesAsync(stop).AsTask(), cancellationToken).ConfigureAwait(false);
        var limit = HashCost.Limit(size.Value);
        foreach (var hash in FxpHash.Common(features, others).Where(hash => !hash.IsChecksum))
        {
            // Both servers read at the same time.
            var asking = QueryAsync(
                FxpSide.Source, (session, stop) => session.HashAsync(hash.Source, item.From, size, limit, stop), cancellationToken);
            var answering = QueryAsync(
                FxpSide.Destination, (session, stop) => session.HashAsync(hash.Destination, item.To, size, limit, stop), cancellationToken);
            await Task.WhenAll(asking, answering).ConfigureAwait(false);
            if (await asking.ConfigureAwait(false) is not { } expected || await answering.ConfigureAwait(false) is not { } actual) continue;
            return new FxpLikeness(HashComparison.IsSame(actual, expected), hash.Name);
        }
        return modified is not null && modified == holding.FinalModified
            ? new FxpLikeness(true, "length and time") : new FxpLikeness(null, "");
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (_source is not null) await _sites.Source.Sessions.DropAsync(_source).ConfigureAwait(false);
        if (_destination is not null) await _sites.Destination.Sessions.DropAsync(_destination).ConfigureAwait(false);
        await _sites.Source.DisposeAsync().ConfigureAwait(false);
        await _sites.Destination.DisposeAsync().ConfigureAwait(false);
    }

    private async Task<T> QueryAsync<T>(FxpSide side, Func<FtpSession, CancellationToken, Task<T>> ask, CancellationToken cancellationToken)
    {
        var site = side == FxpSide.Source ? _sites.Source : _sites.Destination;
        try
        {
            return await ask(await HoldAsync(side, site, cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e)
        {
            var kind = site.Sessions.Judge(e) is { Action: FailureAction.GiveUp } verdict ? verdict.Kind : FailureKind.Network;
            throw new TransferException(kind, e.Message, e);
        }
    }

    private async Task<FtpSession> HoldAsync(FxpSide side, FxpSite site, CancellationToken cancellationToken)
    {
        var held = side == FxpSide.Source ? _source : _destination;
        if (held is { IsUsable: true }) return held;
        if (side == FxpSide.Source) _source = null;
        else _destination = null;
        if (held is not null) await site.Sessions.DropAsync(held).ConfigureAwait(false);
        held = await site.RentAsync(cancellationToken).ConfigureAwait(false);
        if (side == FxpSide.Source) _source = held;
        else _destination = held;
        return held;
    }
}
