using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>
/// Asks two servers what they have, over one session at each that is opened when it is needed; nothing is sent or changed. Each question is
/// asked once: a server that is not there is told as that at once. For one caller at a time. Disposing says good-bye.
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

    /// <summary>Whether a server lets us in.</summary>
    /// <param name="side">Which.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="TransferException">It does not.</exception>
    public Task EnterAsync(FxpSide side, CancellationToken cancellationToken) =>
        AskAsync(side, (_, _) => Task.FromResult(true), cancellationToken);

    /// <summary>What the destination has of a file.</summary>
    /// <exception cref="TransferException">It cannot be asked, or tells no sizes.</exception>
    public Task<FxpHolding> HoldingAsync(FxpItem item, CancellationToken cancellationToken) =>
        AskAsync(FxpSide.Destination, async (session, stop) =>
    {
        var (tells, final) = await FxpInspector.SizeAsync(session, item.To, stop).ConfigureAwait(false);
        if (!tells)
            throw new TransferException(
                FailureKind.Verification,
                $"{_request.Destination.Describe(item.To)}: the server tells no sizes, "
                    + "so nobody could say whether the whole file has arrived. Nothing was sent.");
        var modified = final is null ? null : await session.ModifiedAsync(item.To, stop).ConfigureAwait(false);
        var (_, part) = await FxpInspector.SizeAsync(session, FxpPlanner.PartOf(item), stop).ConfigureAwait(false);
        return new FxpHolding(final, modified, part);
    }, cancellationToken);

    /// <summary>Whether the source has a file.</summary>
    /// <exception cref="TransferException">It cannot be asked.</exception>
    public Task<bool> IsAtSourceAsync(FxpItem item, CancellationToken cancellationToken) =>
        AskAsync(FxpSide.Source, async (session, stop) =>
            await FxpInspector.SizeAsync(session, item.From, stop).ConfigureAwait(false) is not (true, null), cancellationToken);

    /// <summary>
    /// Whether the file under the final name is the source's: by the strongest hash that both servers compute, or where they have none in
    /// common by length and time.
    /// </summary>
    /// <exception cref="TransferException">A server cannot be asked.</exception>
    public async Task<FxpLikeness> CompareAsync(FxpItem item, FxpHolding holding, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(holding);
        var (size, modified, features) = await AskAsync(FxpSide.Source, async (session, stop) => (
            (await FxpInspector.SizeAsync(session, item.From, stop).ConfigureAwait(false)).Size,
            await session.ModifiedAsync(item.From, stop).ConfigureAwait(false),
            await session.FeaturesAsync(stop).ConfigureAwait(false)), cancellationToken).ConfigureAwait(false);
        if (size is null || size != holding.Final) return new FxpLikeness(false, "length");
        var others = await AskAsync(
            FxpSide.Destination, (session, stop) => session.FeaturesAsync(stop).AsTask(), cancellationToken).ConfigureAwait(false);
        var limit = HashCost.Limit(size.Value);
        foreach (var hash in FxpHash.Common(features, others).Where(hash => !hash.IsChecksum))
        {
            // Both read at the same time.
            var asking = AskAsync(
                FxpSide.Source, (session, stop) => session.HashAsync(hash.Source, item.From, limit, stop), cancellationToken);
            var answering = AskAsync(
                FxpSide.Destination, (session, stop) => session.HashAsync(hash.Destination, item.To, limit, stop), cancellationToken);
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

    private async Task<T> AskAsync<T>(FxpSide side, Func<FtpSession, CancellationToken, Task<T>> ask, CancellationToken cancellationToken)
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
