using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Mirroring;

/// <summary>Sends a query over any session of a route. A lost session is retried, and a full server is waited for.</summary>
internal sealed class RouteQuery(Route route)
{
    private readonly RetryTerms _retry =
        new(failure => route.Sessions.Judge(failure, held: 1), static () => TimeSpan.Zero, static (_, _) => { });

    /// <summary>Sends the query.</summary>
    /// <param name="ask">Queries one session; called again after a loss.</param>
    /// <param name="explain">Creates the failure, after all tries.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">The query failed.</exception>
    public async Task<T> RunAsync<T>(Func<FtpSession, CancellationToken, Task<T>> ask,
        Func<FailureKind, FtpException, TransferException> explain, CancellationToken cancellationToken)
    {
        try
        {
            return await route.Retry.RunAsync(_retry, TryAsync, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e)
        {
            throw explain(route.Sessions.Judge(e, held: 1).Kind, e);
        }
        catch (RefusedTooOftenException e)
        {
            throw explain(route.Sessions.Judge(e.Refusal, held: 1).Kind, e.Refusal);
        }

        ValueTask<T> TryAsync(CancellationToken token) => new(OnceAsync(ask, token));
    }

    /// <summary>Queries the time of a file (MDTM) in one round trip.</summary>
    /// <returns>The time as MDTM writes it; null where the server does not report it.</returns>
    /// <exception cref="TransferException">The query failed.</exception>
    public Task<string?> ModifiedAsync(FtpPath path, CancellationToken cancellationToken) => RunAsync(
        async (session, token) => session.Traits.MdtmRefused ? null : await session.ModifiedAsync(path, token).ConfigureAwait(false),
        (kind, failure) => new TransferException(
            kind, $"{route.Site.Scheme}://{route.Site}: the time of {path} could not be queried (MDTM). {failure.Message}", failure),
        cancellationToken);

    private async Task<T> OnceAsync<T>(Func<FtpSession, CancellationToken, Task<T>> ask, CancellationToken cancellationToken)
    {
        for (var refusals = 0; ;)
        {
            var (session, _) = await route.RentAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                var answer = await ask(session, cancellationToken).ConfigureAwait(false);
                await route.Sessions.ReturnAsync(session).ConfigureAwait(false);
                return answer;
            }
            catch (FtpException e) when (route.Sessions.Judge(e, held: 1).Action == FailureAction.LowerCeiling)
            {
                // A fact about the site, and no try of this query. With several sessions each refusal means one session less; with one it
                // may continue for ever.
                var isLast = route.Gate.Standing == 1 && (++refusals == SiteSessions.MostRefusals || !route.Retry.Limits.Allows(refusals));
                await route.Sessions.DropAsync(session, byLimit: true, e).ConfigureAwait(false);
                if (isLast) throw new RefusedTooOftenException(e);
            }
            catch
            {
                await route.Sessions.ReturnAsync(session).ConfigureAwait(false);
                throw;
            }
        }
    }

    // Must not be retried, whatever the refusal is.
    private sealed class RefusedTooOftenException(FtpException refusal) : Exception(refusal.Message, refusal)
    {
        public FtpException Refusal { get; } = refusal;
    }
}
