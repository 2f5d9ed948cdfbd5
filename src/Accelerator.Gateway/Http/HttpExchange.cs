using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Protocol;
using Accelerator.Gateway.ReadAhead;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Http;

/// <summary>Answers one request.</summary>
/// <param name="number">The number of its session.</param>
/// <param name="request">The request.</param>
/// <param name="connection">The connection.</param>
/// <param name="context">The settings and counters that all sessions share.</param>
internal sealed class HttpExchange(int number, HttpRequest request, HttpConnection connection, GatewayContext context)
{
    private const int MostEntries = 100_000;

    // 84 bytes for each of so many names. In the page, a byte takes up to ten.
    private const int MostNameBytes = 8 << 20;
    private const string PathRule = "The path must not contain the names \".\" and \"..\", or the control characters CR, LF and NUL.";

    private readonly GatewaySettings _settings = context.Settings;

    private bool IsHead => request.Method == "HEAD";

    /// <summary>Answers the request.</summary>
    public async Task RunAsync(CancellationToken cancellationToken)
    {
        if (HttpAccess.Refuse(request, connection.Local, _settings) is var (head, why))
        {
            if (head.Status != 401) Report(head.Status, why);
            // The first request of most clients is without a login, and so without a line for the operator.
            else if (request.Field("Authorization") is not null)
            {
                const string Failure = "The token or login over HTTP is wrong.";
                _settings.Report(new GatewayEvent.Login(number, connection.Remote, "the gateway", Failure));
            }
            await connection.SayAsync(head, why, IsHead, cancellationToken).ConfigureAwait(false);
        }
        else if (HttpTarget.Parse(request.Target, _settings.Upstream is null) is not { } target)
            await SayAsync(request.Target == "/" ? 404 : 400, Hint(), cancellationToken).ConfigureAwait(false);
        else if (target.IsTooLong) await SayAsync(414, "The path is too long.", cancellationToken).ConfigureAwait(false);
        else await AnswerAsync(target, cancellationToken).ConfigureAwait(false);
    }

    private async Task AnswerAsync(HttpTarget target, CancellationToken cancellationToken)
    {
        UpstreamLogin? login = null;
        var hasFailed = true;
        try
        {
            login = await UpstreamAdmission.TakeAsync(
                _settings, context.Pool, ServerOf(target), static _ => FtpCredential.Anonymous, cancellationToken).ConfigureAwait(false);
            var upstream = new UpstreamSession(login);
            await using var lent = upstream.ConfigureAwait(false);
            var path = target.In(login.Server.Request.Charset);
            using var ready = await ReadyAsync(upstream, target, path, cancellationToken).ConfigureAwait(false);
            // A file in memory needs no session.
            if (ready is null) await upstream.ConnectAsync(cancellationToken).ConfigureAwait(false);
            hasFailed = false;
            if (await VersionAsync(upstream, target, path, ready?.File, cancellationToken).ConfigureAwait(false) is var (size, modified))
            {
                await new FileAnswer(number, request, connection, context)
                    .RunAsync(upstream, path, size, modified, ready?.File, cancellationToken).ConfigureAwait(false);
            }
            else
            {
                await upstream.LendAsync(cancellationToken).ConfigureAwait(false);
                await ListAsync(login, target, path, cancellationToken).ConfigureAwait(false);
            }
        }
        catch (Exception e) when (e is FtpException or TransferException or ArgumentException)
        {
            await SayAsync(StatusOf(e), SentenceOf(e), cancellationToken).ConfigureAwait(false);
        }
        catch (OperationCanceledException)
        {
            // The gateway stops.
        }
        finally
        {
            if (login is not null) context.Pool.Return(login, hasFailed);
        }
    }

    // As for RETR: a file in memory is not compared with a hash. HEAD fetches nothing.
    private async Task<FileLease?> ReadyAsync(
        UpstreamSession upstream, HttpTarget target, FtpPath path, CancellationToken cancellationToken)
    {
        if (target.IsFolder || IsHead || upstream.Login.Server.Request.Verify.Mode == VerifyMode.Always) return null;
        var ahead = context.ReadAheads.Of(upstream.Login);
        try
        {
            return await ahead.TakeAsync(path, upstream, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (IsNoFile(e))
        {
            // The name may be that of a folder now.
            ahead.Forget(path);
            return null;
        }
    }

    // Null for a folder, and for what does not exist. A client that asks for a part has a version already, and must not get another one.
    private async Task<(long? Size, string? Modified)?> VersionAsync(
        UpstreamSession upstream, HttpTarget target, FtpPath path, CachedFile? ready, CancellationToken cancellationToken)
    {
        if (target.IsFolder) return null;
        if (ready is not null) return (ready.Bytes.Length, ready.Modified);
        try
        {
            return await context.ReadAheads.Of(upstream.Login)
                .IdentifyAsync(path, upstream, isNow: request.Field("Range") is not null, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (IsNoFile(e))
        {
            return null;
        }
    }

    private async Task ListAsync(UpstreamLogin login, HttpTarget target, FtpPath folder, CancellationToken cancellationToken)
    {
        var (entries, areAll) = await login.ListAsync(folder, MostEntries, MostNameBytes, cancellationToken).ConfigureAwait(false);
        var server = login.Server.Endpoint;
        var prefix = target.Server is { } named ? $"/{Shown(named)}/" : "/";
        var page = new FolderPage($"{server.Scheme}://{server}", prefix, folder, entries, areAll);
        var wantsJson = target.Format is { } format
            ? format == "json"
            : request.Field("Accept") is { } accept && accept.Contains("application/json", StringComparison.OrdinalIgnoreCase)
                && !accept.Contains("text/html", StringComparison.OrdinalIgnoreCase);
        var head = new HttpHead(200)
            .With("Content-Type", wantsJson ? "application/json" : "text/html; charset=utf-8").With("Vary", "Accept");
        // Before the page: its client may ask for the first file at once.
        if (!IsHead) context.ReadAheads.Of(login).Listed(page.Files(ListingTee.Most));
        await connection.SayAsync(head, wantsJson ? page.Json() : page.Html(), IsHead, cancellationToken).ConfigureAwait(false);

        static string Shown(UpstreamAddress address) =>
            (address.Host.Contains(':') ? $"%5B{address.Host}%5D" : address.Host) + (address.Port is { } port ? $":{port}" : "");
    }

    // Clients that log in at the gateway get the stored login; the others are anonymous.
    private UpstreamAddress ServerOf(HttpTarget target)
    {
        var user = _settings.Login is null ? FtpCredential.Anonymous.User : "";
        return _settings.Upstream is { } only ? new UpstreamAddress(user, only.Host, only.Port) : target.Server! with { User = user };
    }

    private Task SayAsync(int status, string sentence, CancellationToken cancellationToken)
    {
        Report(status, sentence);
        return connection.SayAsync(
            status == 503 ? new HttpHead(status).With("Retry-After", "30") : new HttpHead(status), SafeText.Escape(sentence), IsHead,
            cancellationToken);
    }

    private void Report(int status, string sentence) =>
        _settings.Report(new GatewayEvent.RequestFailed(number, connection.Remote, request.Shown, status, sentence));

    private string Hint() => _settings.Upstream is null
        ? $"Write http://HOST-OF-THE-GATEWAY/SERVER/PATH, or SERVER:PORT. {PathRule}" : PathRule;

    private static bool IsNoFile(FtpReplyException failure) => failure.Reply.Code is 550 or 553 or 501;

    // The listing is the last try: the name is neither a file nor a folder.
    private static string SentenceOf(Exception failure) => failure switch
    {
        TransferException
        {
            Kind: FailureKind.NotFound, InnerException: FtpReplyException { Verb: "CWD" or "MLSD", Reply: var reply },
        } => $"There is no such file or folder. The server's reply: {reply}",
        _ => failure.Message,
    };

    private static int StatusOf(Exception failure) => failure switch
    {
        ArgumentException => 403,
        TransferException { Kind: FailureKind.NotFound } or FtpReplyException { Reply.Code: 550 or 553 } => 404,
        TransferException { Kind: FailureKind.ServerLimit } or FtpReplyException { Reply.IsTransientRefusal: true } => 503,
        _ => 502,
    };
}
