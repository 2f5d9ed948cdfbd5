using System.Text;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Cli.Script;

/// <summary>
/// The session of the prompt, and the state needed to restore it: login, folder and type. No keep-alive is sent; if the server has ended
/// the session, the next command logs in again.
/// </summary>
/// <param name="environment">The process environment.</param>
/// <param name="screen">The output.</param>
/// <param name="modes">The modes of the prompt.</param>
/// <param name="isActive">Whether data connections are active.</param>
/// <param name="proxies">Finds the proxy of a server.</param>
internal sealed class ScriptLink(
    ProcessEnvironment environment, ScriptScreen screen, ScriptModes modes, bool isActive, ScriptProxy proxies) : IAsyncDisposable
{
    // A server counts a session for a short time after its end, so a server with few session slots may still be full of sessions that have
    // just ended.
    private const int MostTries = 6;
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(200);

    private PromptSession? _session;
    private bool _isMuted;
    private bool _steppedAside;

    /// <summary>The server; null if there is none.</summary>
    public FtpEndpoint? Endpoint { get; private set; }

    /// <summary>The proxy on the way to the server; null if there is none.</summary>
    public ProxyAddress? Proxy { get; private set; }

    /// <summary>The charset of names on the server. Default UTF-8.</summary>
    public Encoding Charset { get; private set; } = FtpCharsets.Utf8;

    /// <summary>The login; null if no user is logged in.</summary>
    public FtpCredential? Credential { get; private set; }

    /// <summary>The current remote folder; null if the server does not report it.</summary>
    public FtpPath? Folder { get; private set; }

    /// <summary>Whether the server is IIS, which uses Windows patterns.</summary>
    public bool IsIis { get; private set; }

    /// <summary>Whether the session of the prompt is open, as far as is known: it takes one of the server's session slots.</summary>
    public bool HoldsSession => _session is not null;

    /// <summary>Whether the server was found to allow no session besides that of the prompt.</summary>
    public bool IsNarrow { get; private set; }

    /// <summary>Connects without logging in.</summary>
    /// <exception cref="FtpException">The connection failed.</exception>
    /// <exception cref="UsageException">The proxy cannot be used.</exception>
    public async Task ConnectAsync(FtpEndpoint endpoint, CancellationToken cancellationToken)
    {
        await CloseAsync(cancellationToken).ConfigureAwait(false);
        Proxy = await proxies.FindAsync(endpoint).ConfigureAwait(false);
        if (isActive && Proxy is not null) throw TransferOptions.ActiveThroughProxy;
        _session = await OpenAsync(endpoint, cancellationToken).ConfigureAwait(false);
        Endpoint = endpoint;
        IsIis = _session.Greeting.Contains("Microsoft FTP Service", StringComparison.OrdinalIgnoreCase);
        // As in ftp.exe, each connection begins in text mode, whatever the mode of the previous one.
        modes.IsBinary = false;
    }

    /// <summary>Sends USER. A session that was closed to free its slot is opened again first.</summary>
    /// <param name="user">The user.</param>
    /// <param name="charset">The charset of names, according to the settings of the server for this user.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task<FtpReply> SayUserAsync(string user, Encoding charset, CancellationToken cancellationToken)
    {
        (Credential, Folder, Charset) = (null, null, charset);
        if (_steppedAside && _session is null && Endpoint is { } endpoint)
        {
            _session = await OpenAgainAsync(endpoint, cancellationToken).ConfigureAwait(false);
            _steppedAside = false;
        }
        Session.Charset = charset;
        return await Session.UserAsync(user, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Sends PASS.</summary>
    public Task<FtpReply> SayPasswordAsync(string password, CancellationToken cancellationToken) =>
        Session.PasswordAsync(password, cancellationToken);

    /// <summary>Sends ACCT.</summary>
    public Task<FtpReply> SayAccountAsync(string account, CancellationToken cancellationToken) =>
        Session.AccountAsync(account, cancellationToken);

    /// <summary>Records a successful login.</summary>
    public async Task LoggedInAsync(FtpCredential credential, CancellationToken cancellationToken)
    {
        Credential = credential;
        Folder = await Session.FindFolderAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Runs an operation over the session, which is restored if the server has ended it.</summary>
    /// <param name="workAsync">The operation.</param>
    /// <param name="isRepeatable">Whether the operation is safe to repeat: losing the session during it is then not a failure.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FtpException">The operation failed.</exception>
    public async Task<T> UseAsync<T>(Func<PromptSession, Task<T>> workAsync, bool isRepeatable, CancellationToken cancellationToken)
    {
        var session = await StandingAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            return await workAsync(session).ConfigureAwait(false);
        }
        catch (FtpException e) when (isRepeatable && !e.SessionUsable && e is not FtpReplyException && Credential is not null)
        {
            await DropAsync().ConfigureAwait(false);
            return await workAsync(await StandingAsync(cancellationToken).ConfigureAwait(false)).ConfigureAwait(false);
        }
    }

    /// <summary>Sends CWD and records the resulting folder.</summary>
    public Task<FtpReply> EnterAsync(FtpPath folder, CancellationToken cancellationToken) => UseAsync(
        async session =>
        {
            var reply = await session.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
            if (reply.IsSuccess) Folder = await session.FindFolderAsync(cancellationToken).ConfigureAwait(false);
            return reply;
        },
        isRepeatable: Folder is not null,
        cancellationToken);

    /// <summary>Sends a line from the user that only queries; it may change the folder or the type.</summary>
    public Task<FtpReply> QuoteAsync(string line, CancellationToken cancellationToken) => UseAsync(
        async session =>
        {
            var reply = await session.QuoteAsync(line, cancellationToken).ConfigureAwait(false);
            var verb = QuotedCommand.VerbOf(line);
            if (reply.IsSuccess && verb == "TYPE")
                modes.IsBinary = QuotedCommand.ArgumentOf(line).StartsWith("I", StringComparison.OrdinalIgnoreCase);
            if (reply.IsSuccess && verb is "CWD" or "CDUP" or "XCWD" or "XCUP")
                Folder = await session.FindFolderAsync(cancellationToken).ConfigureAwait(false);
            return reply;
        },
        isRepeatable: false,
        cancellationToken);

    /// <summary>
    /// Returns the absolute path of a typed name; the name as typed if the server does not report the current folder or has another kind of
    /// folders.
    /// </summary>
    /// <exception cref="ArgumentException">The text is not a valid name.</exception>
    public FtpPath PathOf(string typed)
    {
        var path = FtpPath.FromText(typed, Charset);
        return path.IsAbsolute || Folder is not { IsAbsolute: true } folder ? path : folder.Child(path);
    }

    /// <summary>Frees the session slot for other sessions on a server that allows few: the next command logs in again.</summary>
    public async Task StepAsideAsync()
    {
        await DropAsync().ConfigureAwait(false);
        _steppedAside = IsNarrow = true;
    }

    /// <summary>
    /// Records that a transfer is broken off on this computer, which ends the session: the next command logs in again, and no notice says
    /// that the server ended the session.
    /// </summary>
    public void ExpectEnd() => _steppedAside = true;

    /// <summary>Sends QUIT and discards the server.</summary>
    public async Task CloseAsync(CancellationToken cancellationToken)
    {
        if (_session is { } session) await session.QuitAsync(cancellationToken).ConfigureAwait(false);
        Forget();
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await DropAsync().ConfigureAwait(false);
        Forget();
    }

    private PromptSession Session => _session ?? throw new FtpConnectionException(FtpStage.Session, "The server has ended the session.");

    private async Task<PromptSession> StandingAsync(CancellationToken cancellationToken)
    {
        if (_session is { } session && await session.StandsAsync(cancellationToken).ConfigureAwait(false)) return session;
        await DropAsync().ConfigureAwait(false);
        if (Endpoint is not { } endpoint || Credential is not { } credential)
        {
            Forget();
            throw new FtpConnectionException(FtpStage.Session, "Connection closed by remote host.");
        }
        try
        {
            // The user did not request this dialogue, so it is not shown; only its outcome is reported.
            _isMuted = true;
            _session = await OpenAgainAsync(endpoint, cancellationToken).ConfigureAwait(false);
            await LogInAgainAsync(_session, credential, cancellationToken).ConfigureAwait(false);
            if (!_steppedAside) screen.Notice($"{endpoint} had ended the session; logged in again.");
            _steppedAside = false;
            return _session;
        }
        catch
        {
            await DropAsync().ConfigureAwait(false);
            // Otherwise every remaining line of a script would wait for the server again.
            Forget();
            throw;
        }
        finally
        {
            _isMuted = false;
        }
    }

    private async Task<PromptSession> OpenAgainAsync(FtpEndpoint endpoint, CancellationToken cancellationToken)
    {
        for (var tries = 1; ; tries++)
        {
            try
            {
                return await OpenAsync(endpoint, cancellationToken).ConfigureAwait(false);
            }
            catch (FtpException e) when (tries < MostTries && e is FtpReplyException or FtpConnectionException { Stage: FtpStage.Greeting })
            {
                await Task.Delay(FirstPause * (1 << tries), environment.Time, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    private async Task LogInAgainAsync(PromptSession session, FtpCredential credential, CancellationToken cancellationToken)
    {
        var reply = await session.UserAsync(credential.User, cancellationToken).ConfigureAwait(false);
        if (reply.Code == 331) reply = await session.PasswordAsync(credential.Password, cancellationToken).ConfigureAwait(false);
        if (reply.Code == 332) reply = await session.AccountAsync(credential.Account ?? "", cancellationToken).ConfigureAwait(false);
        if (reply.IsSuccess && modes.IsBinary)
            reply = await session.ChooseTypeAsync(isBinary: true, cancellationToken).ConfigureAwait(false);
        if (reply.IsSuccess && Folder is { } folder) reply = await session.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
        if (!reply.IsSuccess) throw new FtpReplyException($"{Endpoint} had ended the session, and logging in again failed", "PASS", reply);
    }

    private Task<PromptSession> OpenAsync(FtpEndpoint endpoint, CancellationToken cancellationToken)
    {
        var ear = new PromptEar(
            () =>
            {
                if (!_isMuted) screen.SayIfVerbose($"Connected to {SafeText.Escape(endpoint.Host)}.");
            },
            command =>
            {
                if (!_isMuted) screen.ShowSent(command);
            },
            reply =>
            {
                if (!_isMuted) screen.Show(reply, Charset);
            });
        return PromptSession.OpenAsync(
            new SessionProfile
            {
                Endpoint = endpoint, Credential = FtpCredential.Anonymous, ActiveMode = isActive, Proxy = Proxy, Charset = Charset,
            },
            ear, environment.Time, cancellationToken);
    }

    private async Task DropAsync()
    {
        if (_session is { } session) await session.DisposeAsync().ConfigureAwait(false);
        _session = null;
    }

    private void Forget()
    {
        (_session, _steppedAside, IsNarrow) = (null, false, false);
        (Endpoint, Credential, Folder, Charset) = (null, null, null, FtpCharsets.Utf8);
    }
}
