using System.Text;
using Accelerator.Ftp;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Gateway.Upstream;

/// <summary>
/// The server as one client sees it: its commands go over one session, in its folder and its type. The session is lent to the engine for a
/// transfer, and to other clients that wait for one while it is idle, and replaced when the server ends it. For one command at a time.
/// </summary>
internal sealed class UpstreamSession : IAsyncDisposable
{
    private readonly UpstreamLogin _login;
    // Held while a command is sent, and while the session is lent.
    private readonly SemaphoreSlim _turn = new(1, 1);
    private FtpSession? _held;
    private bool _isAscii;
    private FtpPath _folder;
    private long _lastUse;

    /// <param name="login">The login, whose other clients may take the session while it is idle.</param>
    public UpstreamSession(UpstreamLogin login)
    {
        (_login, _folder) = (login, FtpPath.FromBytes([], login.Server.Request.Charset));
        login.Clients.Join(this);
    }

    /// <summary>The login.</summary>
    public UpstreamLogin Login => _login;

    /// <summary>The timestamp at which the client's last command ended.</summary>
    public long LastUse => Volatile.Read(ref _lastUse);

    /// <summary>The client's folder; empty for the login folder, and null if it means something else in another session.</summary>
    public FtpPath? Folder => _folder.IsEmpty || _folder.IsAbsolute ? _folder : null;

    /// <summary>The features that the server lists in its reply to FEAT.</summary>
    public Task<FtpFeatures> FeaturesAsync(CancellationToken cancellationToken) =>
        WithAsync(session => session.FeaturesAsync(cancellationToken).AsTask(), cancellationToken);

    /// <summary>Connects and logs in, unless the login has an idle session.</summary>
    /// <exception cref="FtpException">The server refused, or cannot be reached.</exception>
    public Task ConnectAsync(CancellationToken cancellationToken) => WithAsync(static _ => Task.FromResult(true), cancellationToken);

    /// <summary>
    /// Returns the path of a client's argument that means the same in every session; null if only the client's folder gives it a meaning
    /// (<c>~</c>, folders of systems without a root).
    /// </summary>
    /// <param name="argument">One char for each byte.</param>
    public FtpPath? Resolve(string argument)
    {
        if (argument.Length == 0 || argument[0] == '~') return null;
        var path = PathOf(argument);
        if (path.IsAbsolute || _folder.IsEmpty) return path;
        return _folder.IsAbsolute ? _folder.Child(path) : null;
    }

    /// <summary>Sends a client's command in its folder, and returns the server's reply, whatever it is.</summary>
    /// <exception cref="FtpException">The session was lost, or the folder is gone.</exception>
    public Task<FtpReply> SendAsync(string verb, string argument, CancellationToken cancellationToken) => WithAsync(
        async session =>
        {
            await EnterAsync(session, argument, cancellationToken).ConfigureAwait(false);
            return await session.Control.SendAsync(Command(verb, argument), cancellationToken).ConfigureAwait(false);
        },
        cancellationToken);

    /// <summary>Sends two commands over one session, the second one if the reply to the first asks for it (3xx).</summary>
    /// <returns>The server's last reply.</returns>
    /// <inheritdoc cref="SendAsync"/>
    public Task<FtpReply> SendPairAsync(
        (string Verb, string Argument) first, (string Verb, string Argument) second, CancellationToken cancellationToken) => WithAsync(
        async session =>
        {
            await EnterAsync(session, first.Argument, cancellationToken).ConfigureAwait(false);
            await session.SendNamesAsync(PathOf(second.Argument), cancellationToken).ConfigureAwait(false);
            var reply = await session.Control.SendAsync(Command(first.Verb, first.Argument), cancellationToken).ConfigureAwait(false);
            return reply.IsIntermediate
                ? await session.Control.SendAsync(Command(second.Verb, second.Argument), cancellationToken).ConfigureAwait(false) : reply;
        },
        cancellationToken);

    /// <summary>Sends SIZE or MDTM in the client's type, and returns the server's reply. The session may be in any folder.</summary>
    /// <inheritdoc cref="SendAsync"/>
    public Task<FtpReply> AskAsync(string verb, string argument, bool isAscii, CancellationToken cancellationToken) => WithAsync(
        async session =>
        {
            var path = Resolve(argument);
            if (path is not null) await session.ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
            else await EnterAsync(session, argument, cancellationToken).ConfigureAwait(false);
            // A SIZE in TYPE A is that of the converted file, and most servers refuse it.
            if (verb == "SIZE") await UseTypeAsync(session, isAscii, cancellationToken).ConfigureAwait(false);
            return await session.Control.SendAsync(
                path is null ? Command(verb, argument) : new FtpCommand<FtpReply>(verb, path.Bytes, static (_, reply) => reply),
                cancellationToken).ConfigureAwait(false);
        },
        cancellationToken);

    /// <summary>Sends SIZE in TYPE I and MDTM, if the server takes both at once.</summary>
    /// <returns>The replies, whatever they are; null if the server does not, and nothing was sent.</returns>
    /// <exception cref="FtpException">The session was lost.</exception>
    public Task<(FtpReply Size, FtpReply Modified)?> AskTogetherAsync(FtpPath path, CancellationToken cancellationToken) =>
        WithAsync<(FtpReply, FtpReply)?>(
            async session =>
            {
                await session.ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
                await UseTypeAsync(session, isAscii: false, cancellationToken).ConfigureAwait(false);
                var both = await session.TogetherAsync(
                    [FtpCommands.Size(path).Raw(), FtpCommands.Mdtm(path).Raw()], isTrial: true, cancellationToken)
                    .ConfigureAwait(false);
                return both is null ? null : (both[0], both[1]);
            },
            cancellationToken);

    /// <summary>Sends CWD or CDUP as the client wrote it, and follows it.</summary>
    /// <returns>The server's reply.</returns>
    /// <exception cref="FtpException">The session was lost, or the server does not report its folder.</exception>
    public Task<FtpReply> MoveAsync(string verb, string argument, CancellationToken cancellationToken) => WithAsync(
        async session =>
        {
            await session.Folder.HomeAsync(cancellationToken).ConfigureAwait(false);
            await EnterAsync(session, argument, cancellationToken).ConfigureAwait(false);
            var (move, where) = (Command(verb, argument), FtpCommands.Pwd(_login.Server.Request.Charset));
            FtpReply[]? both = await session.TogetherAsync([move, where.Raw()], isTrial: true, cancellationToken).ConfigureAwait(false);
            var moved = both?[0] ?? await session.Control.SendAsync(move, cancellationToken).ConfigureAwait(false);
            if (!moved.IsSuccess) return moved;
            var folder = both is null
                ? await session.Control.SendAsync(where, cancellationToken).ConfigureAwait(false) : where.Read(where, both[1]);
            _folder = folder ?? throw session.Control.Break(new FtpProtocolException(
                $"{verb}: {session.Endpoint} does not report the folder that it changed to (PWD)."));
            session.Folder.Moved(_folder);
            return moved;
        },
        cancellationToken);

    /// <summary>Returns size and time of a file, in one round trip where the server takes both commands at once.</summary>
    /// <exception cref="FtpException">There is no such file, or the session was lost.</exception>
    public Task<(long? Size, string? Modified)> IdentifyAsync(FtpPath path, CancellationToken cancellationToken) => WithAsync(
        async session =>
        {
            await UseTypeAsync(session, isAscii: false, cancellationToken).ConfigureAwait(false);
            return await session.SizeAndModifiedAsync(path, isTrial: true, cancellationToken).ConfigureAwait(false);
        },
        cancellationToken);

    /// <summary>Starts a transfer or a listing in the client's folder.</summary>
    /// <param name="verb">The command.</param>
    /// <param name="argument">Its argument as the client wrote it.</param>
    /// <param name="offset">First byte wanted; 0 for a listing.</param>
    /// <param name="isAscii">Whether in TYPE A.</param>
    /// <param name="cancellationToken">Cancels the start.</param>
    /// <returns>The transfer. Nothing else may be sent before it has ended.</returns>
    /// <exception cref="FtpException">The server refused, or the session was lost.</exception>
    public Task<DataTransfer> OpenAsync(string verb, string argument, long offset, bool isAscii, CancellationToken cancellationToken) =>
        WithAsync(
            async session =>
            {
                await EnterAsync(session, argument, cancellationToken).ConfigureAwait(false);
                await UseTypeAsync(session, isAscii, cancellationToken).ConfigureAwait(false);
                var command = Command(verb, argument);
                var wanted = new DataCommand(command, command.ToString()) { Offset = offset };
                return await session.Transfers.OpenAsync(wanted, cancellationToken).ConfigureAwait(false);
            },
            cancellationToken);

    /// <summary>Starts a RETR of a whole file in TYPE I, from whatever folder the session is in.</summary>
    /// <inheritdoc cref="OpenAsync"/>
    public Task<DataTransfer> RetrieveAsync(FtpPath path, CancellationToken cancellationToken) => WithAsync(
        async session =>
        {
            await UseTypeAsync(session, isAscii: false, cancellationToken).ConfigureAwait(false);
            return await session.RetrieveAsync(path, 0, null, isBulk: false, cancellationToken).ConfigureAwait(false);
        },
        cancellationToken);

    /// <summary>Returns the session to the login, so that a transfer or another client can use it.</summary>
    public async ValueTask LendAsync(CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        try
        {
            await ReturnAsync(cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <summary>Returns the session to the login, for another client, unless this one's is in use.</summary>
    /// <returns>Whether there was one.</returns>
    public async ValueTask<bool> TryLendAsync(CancellationToken cancellationToken)
    {
        if (!await _turn.WaitAsync(0, cancellationToken).ConfigureAwait(false)) return false;
        try
        {
            // During a transfer a reply is due.
            if (_held is not { Control.State: ControlState.Ready }) return false;
            await ReturnAsync(cancellationToken).ConfigureAwait(false);
            return true;
        }
        finally
        {
            _turn.Release();
        }
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _login.Clients.Leave(this);
        return LendAsync(CancellationToken.None);
    }

    private async ValueTask ReturnAsync(CancellationToken cancellationToken)
    {
        if (_held is not { } session) return;
        try
        {
            if (session.IsUsable) await UseTypeAsync(session, isAscii: false, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // The session is lost; the login opens another one.
        }
        _held = null;
        if (session.IsUsable && !_isAscii) await _login.ReturnAsync(session).ConfigureAwait(false);
        else await _login.DropAsync(session).ConfigureAwait(false);
        _isAscii = false;
    }

    private FtpPath PathOf(string argument) => FtpPath.FromBytes(Encoding.Latin1.GetBytes(argument), _login.Server.Request.Charset);

    private static FtpCommand<FtpReply> Command(string verb, string argument) =>
        new(verb, Encoding.Latin1.GetBytes(argument), static (_, reply) => reply);

    private async Task<T> WithAsync<T>(Func<FtpSession, Task<T>> send, CancellationToken cancellationToken)
    {
        await _turn.WaitAsync(cancellationToken).ConfigureAwait(false);
        FtpSession? session = null;
        try
        {
            session = await HoldAsync(cancellationToken).ConfigureAwait(false);
            return await send(session).ConfigureAwait(false);
        }
        finally
        {
            if (session is { Control.State: ControlState.Broken }) await DropAsync().ConfigureAwait(false);
            Volatile.Write(ref _lastUse, _login.Clients.Now);
            _turn.Release();
        }
    }

    private async Task<FtpSession> HoldAsync(CancellationToken cancellationToken)
    {
        if (_held is { } held && !await held.Control.StandsAsync(cancellationToken).ConfigureAwait(false))
            await DropAsync().ConfigureAwait(false);
        return _held ??= await _login.RentAsync(cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask DropAsync()
    {
        if (_held is not { } session) return;
        (_held, _isAscii) = (null, false);
        await _login.DropAsync(session).ConfigureAwait(false);
    }

    // The argument may be a name in another charset than ASCII, for which some servers need a command first.
    private async ValueTask EnterAsync(FtpSession session, string argument, CancellationToken cancellationToken)
    {
        session.Transfers.DropPrepared();
        await session.SendNamesAsync(PathOf(argument), cancellationToken).ConfigureAwait(false);
        await session.Folder.EnterAsync(_folder, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask UseTypeAsync(FtpSession session, bool isAscii, CancellationToken cancellationToken)
    {
        if (_isAscii == isAscii) return;
        await session.Control.SendAsync(isAscii ? FtpCommands.TypeAscii : FtpCommands.TypeImage, cancellationToken).ConfigureAwait(false);
        _isAscii = isAscii;
    }
}
