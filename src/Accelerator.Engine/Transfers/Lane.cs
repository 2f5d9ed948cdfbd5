using Accelerator.Engine.Sites;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers;

/// <summary>One source by one local path: its own sessions, its own ceiling.</summary>
internal sealed class Lane(SessionProfile profile, int cap, TimeProvider time, Action<FtpTraceLine>? trace) : IAsyncDisposable
{
    // 1 + 2 + 4 + 8 + 15 + 15 + 15 s: a server that is full for longer than a minute is somebody else's problem until the next run.
    private const int MostRefusals = 8;

    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(50);

    private readonly FtpConnector _connector = new(profile, time, trace);
    private readonly FtpSessionPool _pool = new(time);
    private volatile TransferException? _hopeless;

    /// <summary>The server.</summary>
    public FtpEndpoint Site => profile.Endpoint;

    /// <summary>The door to new connections.</summary>
    public SiteGate Gate { get; } = new(cap, 0, time);

    /// <summary>What the server said when it last refused a connection; null while it has refused none.</summary>
    public string? LastRefusal { get; private set; }

    /// <summary>Shortest round trip seen.</summary>
    public TimeSpan RoundTrip { get; private set; } = TimeSpan.FromMilliseconds(1);

    /// <summary>Whether this lane leads to a source.</summary>
    public bool Serves(TransferSource source) => source.Endpoint == profile.Endpoint && source.Credential == profile.Credential;

    /// <summary>The source of a file that this lane leads to.</summary>
    public TransferSource SourceOf(FileTransfer file) => file.Item.Sources.First(Serves);

    /// <summary>Takes an idle session, or opens one as soon as the gate lets it; a full server is waited for.</summary>
    /// <param name="cancellationToken">Stops the waiting.</param>
    /// <exception cref="TransferException">The server stayed full.</exception>
    /// <exception cref="FtpException">The session could not be opened for another reason.</exception>
    public async Task<FtpSession> RentAsync(CancellationToken cancellationToken)
    {
        while (true)
        {
            if (await TryRentIdleAsync().ConfigureAwait(false) is { } idle) return idle;
            // Streams that are still on their way in may yet succeed; those that have not tried wait for them.
            if (_hopeless is { } why && Gate.IsEmpty) throw new TransferException(why.Kind, why.Message, why);
            if ((_hopeless is not null && Gate.Standing == 0 ? Pause : Gate.TryEnter()) is { } wait)
            {
                await Task.Delay(wait, time, cancellationToken).ConfigureAwait(false);
                continue;
            }
            if (await TryOpenAsync(cancellationToken).ConfigureAwait(false) is { } session) return session;
        }
    }

    /// <summary>Gives a session back for others; a dead one is closed.</summary>
    public async ValueTask ReturnAsync(FtpSession session)
    {
        if (session.IsUsable) _pool.Return(session);
        else await DropAsync(session, byLimit: false).ConfigureAwait(false);
    }

    /// <summary>Closes a session.</summary>
    /// <param name="session">The session.</param>
    /// <param name="byLimit">Whether the server ended it, or refused it work, for its limit.</param>
    /// <param name="refusal">What the server said then.</param>
    public async ValueTask DropAsync(FtpSession session, bool byLimit, Exception? refusal = null)
    {
        Gate.Closed(byLimit);
        if (byLimit) LastRefusal = refusal?.Message;
        await session.QuitAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _pool.DisposeAsync().ConfigureAwait(false);
        _connector.Dispose();
    }

    private async ValueTask<FtpSession?> TryRentIdleAsync()
    {
        List<FtpSession> expired = [];
        var session = _pool.TryRent(expired);
        foreach (var old in expired) await DropAsync(old, byLimit: false).ConfigureAwait(false);
        return session;
    }

    private async Task<FtpSession?> TryOpenAsync(CancellationToken cancellationToken)
    {
        var greeted = false;
        try
        {
            var session = await _connector.ConnectAsync(() => { greeted = true; Gate.Greeted(); }, cancellationToken).ConfigureAwait(false);
            Gate.Opened();
            if (session.RoundTrip < RoundTrip || RoundTrip == TimeSpan.FromMilliseconds(1)) RoundTrip = session.RoundTrip;
            return session;
        }
        catch (FtpException e) when (FailurePolicy.Judge(e, Gate.Standing, Gate.HasStood).Action == FailureAction.LowerCeiling)
        {
            Gate.Refused(greeted);
            LastRefusal = e.Message;
            _connector.TryPasswordAgain();
            if (Gate.Standing == 0 && Gate.Refusals >= MostRefusals)
                throw _hopeless = new TransferException(FailureKind.ServerLimit, $"{profile.Endpoint} let nobody in after {MostRefusals} tries: {e.Message} Try again later, or ask for fewer streams elsewhere.", e);
            return null;
        }
        catch (FtpException e)
        {
            Gate.Failed(greeted);
            NoteFailure(e);
            throw;
        }
        catch
        {
            Gate.Failed(greeted);
            throw;
        }
    }

    // Where nobody has ever got in the streams share one stream's tries: a dead server, or a wrong password, is not to meet them eight-fold.
    private void NoteFailure(FtpException failure)
    {
        if (Gate.HasStood) return;
        var verdict = FailurePolicy.Judge(failure, 0, hasStood: false);
        if (verdict.Action == FailureAction.GiveUp || Gate.Failures > RetryPipeline.MaxRetries)
            _hopeless = new TransferException(verdict.Kind, failure.Message, failure);
    }
}
