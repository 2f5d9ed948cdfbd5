using Accelerator.Cli.Hosting;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Cli.Script;

/// <summary>
/// The prompt's own session, and what is needed to have it again: who logged in, which folder, which type. Nothing is sent to keep it
/// alive; a server that has ended it meanwhile is logged in to again with the next command.
/// </summary>
internal sealed class ScriptLink(ProcessEnvironment environment, ScriptScreen screen, ScriptModes modes, bool isActive) : IAsyncDisposable
{
    // A server counts a session for a moment after its end, so that one which has few places may be full of what has just gone.
    private const int MostTries = 6;
    private static readonly TimeSpan FirstPause = TimeSpan.FromMilliseconds(200);

    private PromptSession? _session;
    private bool _isMuted;
    private bool _steppedAside;

    /// <summary>The server; null where there is none.</summary>
    public FtpEndpoint? Endpoint { get; private set; }

    /// <summary>Who is logged in; null where nobody is.</summary>
    public FtpCredential? Credential { get; private set; }

    /// <summary>Where the session stands; null where the server does not say.</summary>
    public FtpPath? Folder { get; private set; }

    /// <summary>Whether the server is IIS, whose patterns are those of Windows.</summary>
    public bool IsIis { get; private set; }

    /// <summary>Whether the prompt's own session stands, as far as is known: it takes one of the server's places.</summary>
    public bool HoldsSession => _session is not null;

    /// <summary>Whether the server has been found to have no place beside the prompt's own session.</summary>
    public bool IsNarrow { get; private set; }

    /// <summary>Connects; nobody is logged in yet.</summary>
    /// <exception cref="FtpException">It could not be.</exception>
    public async Task ConnectAsync(FtpEndpoint endpoint, CancellationToken cancellationToken)
    {
        await CloseAsync(cancellationToken).ConfigureAwait(false);
        _session = await OpenAsync(endpoint, cancellationToken).ConfigureAwait(false);
        Endpoint = endpoint;
        IsIis = _session.Greeting.Contains("Microsoft FTP Service", StringComparison.OrdinalIgnoreCase);
        // As ftp.exe: each connection begins with text, whatever the one before was switched to.
        modes.IsBinary = false;
    }

    /// <summary>USER.</summary>
    public Task<FtpReply> SayUserAsync(string user, CancellationToken cancellationToken)
    {
        (Credential, Folder) = (null, null);
        return Session.UserAsync(user, cancellationToken);
    }

    /// <summary>PASS.</summary>
    public Task<FtpReply> SayPasswordAsync(string password, CancellationToken cancellationToken) =>
        Session.PasswordAsync(password, cancellationToken);

    /// <summary>ACCT.</summary>
    public Task<FtpReply> SayAccountAsync(string account, CancellationToken cancellationToken) =>
        Session.AccountAsync(account, cancellationToken);

    /// <summary>The server has let this one in.</summary>
    public async Task LoggedInAsync(FtpCredential credential, CancellationToken cancellationToken)
    {
        Credential = credential;
        Folder = await Session.FindFolderAsync(cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Does something over the session, which is opened again where the server has ended it.</summary>
    /// <param name="workAsync">What.</param>
    /// <param name="isRepeatable">Whether it does no harm twice: then a session that is lost over it is no failure.</param>
    /// <param name="cancellationToken">Stops it.</param>
    /// <exception cref="FtpException">It failed.</exception>
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

    /// <summary>CWD, and where that leads.</summary>
    public Task<FtpReply> EnterAsync(FtpPath folder, CancellationToken cancellationToken) => UseAsync(
        async session =>
        {
            var reply = await session.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
            if (reply.IsSuccess) Folder = await session.FindFolderAsync(cancellationToken).ConfigureAwait(false);
            return reply;
        },
        isRepeatable: Folder is not null,
        cancellationToken);

    /// <summary>A line that somebody wrote and that only asks; it may lead to another folder or type.</summary>
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
    /// A name that was typed, as it is called from anywhere; as it was typed where the server does not say which folder this is, or has
    /// another kind of folders.
    /// </summary>
    /// <exception cref="ArgumentException">It is no name.</exception>
    public FtpPath PathOf(string typed)
    {
        var path = FtpPath.FromText(typed, FtpCharsets.Utf8);
        return path.IsAbsolute || Folder is not { IsAbsolute: true } folder ? path : folder.Child(path);
    }

    /// <summary>Makes room for other sessions at a server that allows few: the next command logs in again.</summary>
    public async Task StepAsideAsync()
    {
        await DropAsync().ConfigureAwait(false);
        _steppedAside = IsNarrow = true;
    }

    /// <summary>QUIT, and forgets the server.</summary>
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
            // Nobody asked for this dialogue: a log shows what came of it.
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
            // Else each line that is left of a script would wait for it once more.
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
                if (!_isMuted) screen.Show(reply);
            });
        return PromptSession.OpenAsync(
            new SessionProfile { Endpoint = endpoint, Credential = FtpCredential.Anonymous, ActiveMode = isActive }, ear, environment.Time,
            cancellationToken);
    }

    private async Task DropAsync()
    {
        if (_session is { } session) await session.DisposeAsync().ConfigureAwait(false);
        _session = null;
    }

    private void Forget()
    {
        (_session, _steppedAside, IsNarrow) = (null, false, false);
        (Endpoint, Credential, Folder) = (null, null, null);
    }
}
