using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Logs in the sessions of one site. USER, PASS, TYPE I and EPSV go out one after the other, or all at once where the server is known to
/// answer them in order: that saves three round trips before the first byte.
/// </summary>
internal sealed class LoginSequence(SessionProfile profile, ServerTraits traits) : IDisposable
{
    // A server may look up names or delay a login; one that has dropped the commands behind the first says nothing at all.
    private static readonly TimeSpan LeastLimit = TimeSpan.FromSeconds(10);

    private readonly FirstAlone _first = new();
    private volatile FtpReply? _refused;

    /// <summary>As of <see cref="FtpConnector.TryPasswordAgain"/>.</summary>
    public void TryPasswordAgain() => _refused = null;

    /// <summary>Throws if the credential cannot be sent. Called before anything is sent: half a login would count as a failure.</summary>
    public void ThrowIfUnsendable()
    {
        var (_, _, account) = profile.Credential;
        foreach (var command in new[] { User, Pass, FtpCommands.Acct(account ?? "", profile.Charset) })
            CommandEncoder.Encode(command.Verb, command.Argument.Span);
    }

    /// <summary>Logs in with one command at a time.</summary>
    /// <exception cref="FtpReplyException">The server refused.</exception>
    public async ValueTask OneByOneAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        var reply = await control.SendAsync(User, cancellationToken).ConfigureAwait(false);
        var asked = User.Verb;
        if (reply.Code == 331)
        {
            reply = await SendPasswordAsync(control, cancellationToken).ConfigureAwait(false);
            asked = Pass.Verb;
        }
        if (reply.Code == 332)
        {
            if (profile.Credential.Account is not { } account)
                throw control.Break(new FtpReplyException(
                    $"Login of {SafeText.Escape(profile.Credential.User)} at {profile.Endpoint} needs an account (ACCT), which a netrc "
                        + "file gives as \"account NAME\"", "ACCT", reply));
            reply = await control.SendAsync(FtpCommands.Acct(account, profile.Charset), cancellationToken).ConfigureAwait(false);
            asked = "ACCT";
        }
        if (!reply.IsSuccess) throw Refusal(control, asked, reply);
        traits.LoggedIn();
    }

    /// <summary>
    /// Returns whether this session is to log in by <see cref="TogetherAsync"/>. Where this has not been tried, one session tries it after
    /// another has logged in: a wrong password must not look like a server that drops commands.
    /// </summary>
    public bool MayTogether() =>
        profile is { Pipelining: true, Endpoint.Security: FtpSecurity.None, Credential.Account: null } && traits.TryLogin();

    /// <summary>Sends USER, PASS, TYPE I and EPSV at once: one round trip for all.</summary>
    /// <returns>Whether the session is logged in, and the reply to EPSV if it was sent. If not, the connection is of no use: the server
    /// did not answer in order, and the login is to be repeated one command at a time on a new one.</returns>
    /// <exception cref="FtpReplyException">The server refused the login.</exception>
    public async ValueTask<(bool IsIn, FtpReply? Epsv)> TogetherAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        var isAlone = await EnterAsync(cancellationToken).ConfigureAwait(false);
        bool? isIn = null;
        try
        {
            if (isAlone && _refused is { } refused) throw Refusal(control, Pass.Verb, refused);
            var replies = await AskAsync(control, cancellationToken).ConfigureAwait(false);
            if (replies is null)
            {
                isIn = false;
                return (false, null);
            }
            var (user, pass) = (replies[0], replies[1]);
            // A refusal stands where the server is known to answer in order; a session that tries it first may have caused the refusal.
            var isKnown = traits.LoginWorks is true;
            if (user.Code >= 400 && isKnown) throw Refusal(control, User.Verb, user);
            if (user.Code == 331 && pass.Code == 530 && isKnown)
            {
                if (isAlone) _refused = pass;
                throw Refusal(control, Pass.Verb, pass);
            }
            isIn = (user.Code == 230 || (user.Code == 331 && pass.IsSuccess)) && replies[2].IsSuccess;
            return (isIn.Value, replies is [_, _, _, var epsv] ? epsv : null);
        }
        finally
        {
            traits.NoteLogin(isIn);
            if (isAlone) _first.Leave(isIn is true);
        }
    }

    public void Dispose() => _first.Dispose();

    private FtpCommand<FtpReply> User => FtpCommands.User(profile.Credential.User, profile.Charset);

    private FtpCommand<FtpReply> Pass => FtpCommands.Pass(profile.Credential.Password, profile.Charset);

    // Null if the server did not answer all commands.
    private async ValueTask<FtpReply[]?> AskAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        List<FtpCommand<FtpReply>> commands = [User, Pass, FtpCommands.TypeImage.Raw()];
        if (!profile.ActiveMode && !traits.EpsvRefused) commands.Add(FtpCommands.Epsv);
        var far = 4 * (traits.ConnectTime ?? TimeSpan.Zero);
        var limit = far > LeastLimit ? far : LeastLimit;
        try
        {
            return await control.SendTogetherAsync(
                commands, limit < profile.Timeouts.Reply ? limit : profile.Timeouts.Reply, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException e) when (e is not FtpReplyException)
        {
            return null;
        }
    }

    // The sessions log in concurrently, but only one sends the password before it was accepted once: a wrong one must not be tried as often
    // as there are streams, or files (accounts are locked, addresses are banned).
    private async Task<FtpReply> SendPasswordAsync(ControlChannel control, CancellationToken cancellationToken)
    {
        var isAlone = await EnterAsync(cancellationToken).ConfigureAwait(false);
        var isAccepted = false;
        try
        {
            if (isAlone && _refused is { } refused) return refused;
            var reply = await control.SendAsync(Pass, cancellationToken).ConfigureAwait(false);
            isAccepted = reply.IsSuccess || reply.IsIntermediate;
            if (isAlone && reply.IsPermanentRefusal) _refused = reply;
            return reply;
        }
        finally
        {
            if (isAlone) _first.Leave(isAccepted);
        }
    }

    private async ValueTask<bool> EnterAsync(CancellationToken cancellationToken) =>
        profile.Credential != FtpCredential.Anonymous && await _first.EnterAsync(cancellationToken).ConfigureAwait(false);

    private Exception Refusal(ControlChannel control, string asked, FtpReply reply) => control.Break(
        new FtpReplyException($"Login of {SafeText.Escape(profile.Credential.User)} at {profile.Endpoint}", asked, reply));
}
