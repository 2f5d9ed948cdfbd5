using System.Text;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// A control connection for an interactive prompt: logged in step by step, in the selected type and folder, with every reply reported. One
/// stream and no verification beyond the server's final reply; complete files are downloaded by the engine. Not thread-safe.
/// </summary>
internal sealed class PromptSession : IAsyncDisposable
{
    // For a 150 that arrives after its data; some servers never send one.
    private static readonly TimeSpan LateAnswer = TimeSpan.FromSeconds(2);

    private readonly TimeProvider _time;
    private readonly ControlChannel _control;
    private readonly ServerTraits _traits;
    private readonly TransferOpener _transfers;
    private bool _isQuiet;
    private bool _namesSent;

    private PromptSession(SessionProfile profile, ControlChannel control, ServerTraits traits, TimeProvider time)
    {
        _time = time;
        _control = control;
        _traits = traits;
        _transfers = new TransferOpener(control, profile, traits, null, time);
        Charset = profile.Charset;
    }

    /// <summary>The charset of names; default: that of the profile. It can be set once the user is known.</summary>
    public Encoding Charset { get; set; }

    /// <summary>The server's greeting.</summary>
    public string Greeting { get; private set; } = "";

    /// <summary>Connects and reads the greeting. There is no TLS here: ftp.exe has none, and a prompt that pretends to is worse.</summary>
    /// <param name="profile">The server; its login is not used.</param>
    /// <param name="ear">The callbacks.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FtpException">The session could not be opened.</exception>
    public static async Task<PromptSession> OpenAsync(
        SessionProfile profile, PromptEar ear, TimeProvider time, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(profile);
        ArgumentNullException.ThrowIfNull(ear);
        var traits = new ServerTraits();
        var (socket, peer) = await new Dialer(profile, traits, time).DialAsync(cancellationToken).ConfigureAwait(false);
        ear.Connected();
        PromptSession? session = null;
        var control = new ControlChannel(1, socket, peer, profile.Timeouts, time, line =>
        {
            if (!line.FromServer && session is { _isQuiet: false }) ear.Sent(line.Text);
        }, traits);
        session = new PromptSession(profile, control, traits, time);
        control.Heard = reply =>
        {
            if (!session._isQuiet) ear.Heard(reply);
        };
        try
        {
            session.Greeting = (await GreetingReader.ReadAsync(control, profile, time, cancellationToken).ConfigureAwait(false)).ToString();
            return session;
        }
        catch
        {
            await session.DisposeAsync().ConfigureAwait(false);
            throw;
        }
    }

    /// <summary>Returns whether another command can be sent, after reporting what the server has sent meanwhile.</summary>
    public ValueTask<bool> StandsAsync(CancellationToken cancellationToken) => _control.StandsAsync(cancellationToken);

    /// <summary>USER: 230 logged in, 331 a password is required, 332 an account is required.</summary>
    public async Task<FtpReply> UserAsync(string name, CancellationToken cancellationToken)
    {
        _control.Stage = FtpStage.Login;
        return Logged(await SendAsync(FtpCommands.User(name, Charset), cancellationToken).ConfigureAwait(false));
    }

    /// <summary>PASS.</summary>
    public async Task<FtpReply> PasswordAsync(string password, CancellationToken cancellationToken) =>
        Logged(await SendAsync(FtpCommands.Pass(password, Charset), cancellationToken).ConfigureAwait(false));

    /// <summary>ACCT.</summary>
    public async Task<FtpReply> AccountAsync(string account, CancellationToken cancellationToken) =>
        Logged(await SendAsync(FtpCommands.Acct(account, Charset), cancellationToken).ConfigureAwait(false));

    /// <summary>Returns the current folder; null if the server does not report it. The reply is not passed to the callbacks.</summary>
    public async Task<FtpPath?> FindFolderAsync(CancellationToken cancellationToken)
    {
        _isQuiet = true;
        try
        {
            return await SendAsync(FtpCommands.Pwd(Charset), cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return null;
        }
        finally
        {
            _isQuiet = false;
        }
    }

    /// <summary>Sends PWD and reports the reply.</summary>
    public Task<FtpReply> SayFolderAsync(CancellationToken cancellationToken) =>
        SendAsync(FtpCommands.Pwd(Charset).Raw(), cancellationToken);

    /// <summary>CWD.</summary>
    public Task<FtpReply> EnterAsync(FtpPath folder, CancellationToken cancellationToken) =>
        SendAsync(FtpCommands.Enter(folder).Raw(), folder, cancellationToken);

    /// <summary>TYPE I or TYPE A.</summary>
    public Task<FtpReply> ChooseTypeAsync(bool isBinary, CancellationToken cancellationToken) =>
        SendAsync((isBinary ? FtpCommands.TypeImage : FtpCommands.TypeAscii).Raw(), cancellationToken);

    /// <summary>HELP.</summary>
    public Task<FtpReply> HelpAsync(string topic, CancellationToken cancellationToken) =>
        SendAsync(FtpCommands.Help(topic), cancellationToken);

    /// <summary>Sends a user-written command that changes nothing on the server.</summary>
    /// <exception cref="InvalidOperationException">The command is of another <see cref="QuotedKind"/>.</exception>
    /// <exception cref="ArgumentException">The text is not a command.</exception>
    public Task<FtpReply> QuoteAsync(string line, CancellationToken cancellationToken) => QuotedCommand.KindOf(line) == QuotedKind.Asks
        ? SendAsync(new FtpCommand<FtpReply>(QuotedCommand.VerbOf(line), Charset.GetBytes(QuotedCommand.ArgumentOf(line)),
            static (_, reply) => reply), cancellationToken)
        : throw new InvalidOperationException($"{QuotedCommand.VerbOf(line)} is not a question.");

    /// <summary>RETR from the start, in the selected type.</summary>
    /// <exception cref="FtpReplyException">The server refused; the session remains usable.</exception>
    public Task<DataTransfer> RetrieveAsync(FtpPath path, CancellationToken cancellationToken) =>
        OpenAsync(FtpCommands.Retr(path), path, cancellationToken);

    /// <summary>LIST, or NLST, with this argument as the server interprets it; of the current folder if it is empty.</summary>
    /// <exception cref="FtpReplyException">The server refused; the session remains usable.</exception>
    public Task<DataTransfer> ListAsync(FtpPath what, bool namesOnly, CancellationToken cancellationToken) =>
        OpenAsync((namesOnly ? FtpCommands.Nlst : FtpCommands.List) with { Argument = what.Bytes }, what, cancellationToken);

    /// <summary>Sends QUIT and waits for the reply.</summary>
    public async Task QuitAsync(CancellationToken cancellationToken)
    {
        try
        {
            if (await StandsAsync(cancellationToken).ConfigureAwait(false))
                await SendAsync(FtpCommands.Quit, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // The connection is being closed anyway.
        }
        await DisposeAsync().ConfigureAwait(false);
    }

    public ValueTask DisposeAsync()
    {
        _transfers.DropPrepared();
        return _control.DisposeAsync();
    }

    internal async Task<FtpReply> SendAsync(FtpCommand<FtpReply> command, FtpPath path, CancellationToken cancellationToken)
    {
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        return await SendAsync(command, cancellationToken).ConfigureAwait(false);
    }

    internal Task<T> SendAsync<T>(FtpCommand<T> command, CancellationToken cancellationToken)
    {
        _transfers.DropPrepared();
        return _control.SendAsync(command, cancellationToken).AsTask();
    }

    internal async Task<DataTransfer> OpenAsync(FtpCommand<FtpReply> command, FtpPath path, CancellationToken cancellationToken)
    {
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        var wanted = new DataCommand(command, command.ToString());
        var transfer = await _transfers.OpenAsync(wanted, cancellationToken).ConfigureAwait(false);
        // The callbacks receive the preliminary reply before the first line of a listing.
        await Task.WhenAny(transfer.Answered, Task.Delay(LateAnswer, _time, cancellationToken)).ConfigureAwait(false);
        return transfer;
    }

    private FtpReply Logged(FtpReply reply)
    {
        if (reply.IsSuccess) _control.Stage = FtpStage.Session;
        return reply;
    }

    // As in FtpSession: IIS reads names as UTF-8 only after this.
    internal async Task SendNamesAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (path.IsAscii) return;
        _isQuiet = true;
        try
        {
            await TelnetNames.SettleAsync(_control, _traits, path, cancellationToken).ConfigureAwait(false);
            if (_namesSent || Charset is not UTF8Encoding) return;
            _namesSent = true;
            var features = await SendAsync(FtpCommands.Feat, cancellationToken).ConfigureAwait(false);
            if (features.Has("UTF8")) await SendAsync(FtpCommands.OptsUtf8, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _isQuiet = false;
        }
    }
}

/// <summary>The callbacks of a <see cref="PromptSession"/>. Called from any thread, one call at a time.</summary>
/// <param name="Connected">The connection is established; the greeting comes next.</param>
/// <param name="Sent">A command as it is sent, secrets masked.</param>
/// <param name="Heard">A reply as it is read, preliminary ones too.</param>
internal sealed record PromptEar(Action Connected, Action<string> Sent, Action<FtpReply> Heard);
