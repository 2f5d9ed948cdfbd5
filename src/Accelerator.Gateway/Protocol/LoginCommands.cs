using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Gateway.Settings;
using Accelerator.Gateway.Upstream;

namespace Accelerator.Gateway.Protocol;

/// <summary>USER, PASS and ACCT: the login at the gateway, and at the upstream server.</summary>
internal static class LoginCommands
{
    private const int MostFailures = 3;

    public static async Task<FtpReply?> UserAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        await session.LogOutAsync().ConfigureAwait(false);
        session.TakeRestart();
        if (line.Argument.Length == 0) return Replies.Of(501, "USER needs a name.");
        (session.Login.User, session.Login.Password) = (line.Argument, null);
        return Replies.Of(331, "Password required.");
    }

    public static Task<FtpReply?> PassAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken) =>
        session.Login.User is { } user && session.Upstream is null
            ? LogInAsync(session, user, line.Argument, null, cancellationToken)
            : Task.FromResult<FtpReply?>(Replies.Of(503, "Send USER first."));

    public static Task<FtpReply?> AcctAsync(ClientSession session, CommandLine line, CancellationToken cancellationToken)
    {
        if (session.Upstream is not null) return Task.FromResult<FtpReply?>(Replies.Of(202, "No account is needed."));
        return session.Login is { User: { } user, Password: { } password }
            ? LogInAsync(session, user, password, line.Argument, cancellationToken)
            : Task.FromResult<FtpReply?>(Replies.Of(503, "Send USER and PASS first."));
    }

    private static async Task<FtpReply?> LogInAsync(
        ClientSession session, string user, string password, string? account, CancellationToken cancellationToken)
    {
        var (settings, shown) = (session.Settings, Shown(session.Settings, user));
        FtpReply reply;
        string failure;
        try
        {
            if (Read(settings, user, password) is not { } target)
            {
                (reply, failure) = Refusal(settings.Login is null ? NoServer(user) : "The gateway refused the login.");
                if (settings.Login is not null) shown = $"{UpstreamAdmission.Text(user, FtpCharsets.Utf8)} at the gateway";
            }
            else
            {
                var server = await ConnectAsync(session, target, password, account, cancellationToken).ConfigureAwait(false);
                (session.Login.Password, session.Login.Failures) = (null, 0);
                settings.Report(new GatewayEvent.Login(session.Number, session.Control.Remote, shown, null));
                return Replies.Of(230, $"Logged in at {server.Endpoint}.");
            }
        }
        catch (FtpReplyException e) when (e.Reply.Code == 332 && account is null)
        {
            session.Login.Password = password;
            return Replies.Of(332, "The server needs an account: send ACCT.");
        }
        catch (Exception e) when (e is FtpException or TransferException or ArgumentException)
        {
            (reply, failure) = e switch
            {
                FtpReplyException { Reply.IsTransientRefusal: false } or TransferException { Kind: FailureKind.Login }
                    or FtpConnectionException { Stage: FtpStage.Resolve } or ArgumentException => Refusal(e.Message),
                // The server cannot be reached, or is full: a client may try again.
                _ => (Replies.Of(421, e.Message), e.Message),
            };
            // The event names the login already.
            if (e is FtpReplyException { Verb: "USER" or "PASS" or "ACCT", Reply: var refusal }) failure = refusal.ToString();
        }
        if (reply.IsClosing || ++session.Login.Failures >= MostFailures) session.IsClosing = true;
        settings.Report(new GatewayEvent.Login(session.Number, session.Control.Remote, shown, failure));
        return reply;
    }

    private static async Task<UpstreamServer> ConnectAsync(
        ClientSession session, UpstreamAddress target, string password, string? account, CancellationToken cancellationToken)
    {
        var login = await TakeAsync(session, target, password, account, cancellationToken).ConfigureAwait(false);
        var upstream = new UpstreamSession(login);
        try
        {
            await upstream.ConnectAsync(cancellationToken).ConfigureAwait(false);
        }
        catch
        {
            // Also if the client has left: a login that counts as used is never closed, and never replaced after a refusal.
            await upstream.DisposeAsync().ConfigureAwait(false);
            session.Context.Pool.Return(login, hasFailed: true);
            throw;
        }
        session.LogIn(upstream);
        return login.Server;
    }

    private static (FtpReply Reply, string Failure) Refusal(string message) => (Replies.Of(530, message), message);

    private static string NoServer(string user)
    {
        const string Advice = "log in as user@host or user@host:port.";
        var at = user.LastIndexOf('@');
        return at < 0 ? $"This gateway has no fixed server: {Advice}"
            : $"\"{SafeText.Escape(UpstreamAdmission.Text(user[(at + 1)..], FtpCharsets.Utf8))}\" is not a host: {Advice}";
    }

    // The server that the login names, and the user there; null if the login is not one of this gateway.
    private static UpstreamAddress? Read(GatewaySettings settings, string user, string password)
    {
        var target = settings.Upstream is { } only ? new UpstreamAddress(user, only.Host, only.Port) : UpstreamAddress.Parse(user);
        if (target is null || settings.Login is not { } own) return target;
        var isOwn = UpstreamAdmission.IsOwn(own, target.User, password);
        return isOwn ? target with { User = "" } : null;
    }

    private static Task<UpstreamLogin> TakeAsync(
        ClientSession session, UpstreamAddress target, string password, string? account, CancellationToken cancellationToken) =>
        UpstreamAdmission.TakeAsync(
            session.Settings,
            session.Context.Pool,
            target,
            charset => new FtpCredential(
                UpstreamAdmission.Text(target.User, charset), UpstreamAdmission.Text(password, charset),
                account is null ? null : UpstreamAdmission.Text(account, charset)),
            cancellationToken);

    private static string Shown(GatewaySettings settings, string user) =>
        settings.Upstream is { } only ? $"{UpstreamAdmission.Text(user, FtpCharsets.Utf8)} at {only}"
            : UpstreamAdmission.Text(user, FtpCharsets.Utf8);
}
