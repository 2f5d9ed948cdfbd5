using Accelerator.Ftp.Control;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// A session's current folder on the server. LIST is sent without a path, so the session enters the folder. The paths of URLs begin in the
/// login folder, so the session returns there before the next of those.
/// </summary>
internal sealed class WorkingFolder(ControlChannel control, SessionProfile profile, ServerTraits traits, TransferOpener transfers)
{
    // Null for the login folder.
    private FtpPath? _entered;

    /// <summary>Enters a folder: no round trip if it is already current, else one, and another the first time at a site.</summary>
    /// <param name="folder">Absolute, or relative to the login folder; empty for that one.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="FtpReplyException">The folder does not exist, or may not be entered.</exception>
    public async ValueTask EnterAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        if (folder.IsEmpty)
        {
            await ReturnForAsync(folder, cancellationToken).ConfigureAwait(false);
            return;
        }
        if (folder.Equals(_entered)) return;

        // Requested before the session leaves the login folder; afterwards it cannot be determined.
        var home = await FindHomeAsync(cancellationToken).ConfigureAwait(false);
        var path = folder;
        if (_entered is not null && !folder.IsAbsolute)
        {
            // On Unix one CWD leads from one folder to the other; on VMS paths cannot be joined like that.
            if (home is { IsAbsolute: true }) path = home.Child(folder);
            else await ReturnForAsync(folder, cancellationToken).ConfigureAwait(false);
        }
        await ChangeAsync(path, cancellationToken).ConfigureAwait(false);
        _entered = folder;
    }

    /// <summary>
    /// Enters a folder with a CWD also if it is current: the current folder of a session may have been removed since, and a server then
    /// lists nothing.
    /// </summary>
    /// <inheritdoc cref="EnterAsync"/>
    public async ValueTask EnterAnewAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        if (!IsIn(folder) || (!folder.IsAbsolute && traits.Home is not { IsAbsolute: true }))
        {
            if (IsIn(folder) && traits.Home is not null) await ReturnForAsync(folder, cancellationToken).ConfigureAwait(false);
            await EnterAsync(folder, cancellationToken).ConfigureAwait(false);
            return;
        }
        await ChangeAsync(folder.IsAbsolute ? folder : traits.Home!.Child(folder), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns to the login folder if the path begins there and the session has left it: then one round trip.</summary>
    public async ValueTask ReturnForAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (_entered is null || path.IsAbsolute) return;
        if (traits.Home is not { } home)
            throw control.Break(new FtpConnectionException(FtpStage.Session, $"{profile.Endpoint} does not report the login folder (PWD), "
                + $"so a session that has left it cannot return there for {path}. A new session begins there."));
        await ChangeAsync(home, cancellationToken).ConfigureAwait(false);
        _entered = null;
    }

    /// <summary>Returns whether the session is known to be in this folder.</summary>
    public bool IsIn(FtpPath folder) => folder.Equals(_entered);

    /// <summary>
    /// Whether the session has left the login folder for another one below it and cannot return: paths that begin there need a new session.
    /// </summary>
    public bool IsAstray => _entered is { IsAbsolute: false } && traits.Home is null;

    /// <summary>Records that another class's command has changed the folder.</summary>
    /// <param name="folder">The folder as PWD reports it.</param>
    public void Moved(FtpPath folder) => _entered = folder;

    /// <summary>Returns the login folder: one round trip the first time at a site, before the session has left it.</summary>
    /// <exception cref="FtpProtocolException">The server does not report it.</exception>
    public async ValueTask<FtpPath> HomeAsync(CancellationToken cancellationToken) =>
        traits.Home ??= await AskHomeAsync(cancellationToken).ConfigureAwait(false)
            ?? throw control.Break(new FtpProtocolException(
                $"PWD: {profile.Endpoint} does not report the login folder, "
                    + "so no session could return to it after listing a folder."));

    // Null if the server does not report it: an absolute path needs none, and another one a new session.
    private async ValueTask<FtpPath?> FindHomeAsync(CancellationToken cancellationToken)
    {
        if (traits.Home is not null || traits.HomeUntold || _entered is not null) return traits.Home;
        try
        {
            traits.Home = await AskHomeAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e is { Verb: "PWD", SessionUsable: true })
        {
            // It counts as not reported.
        }
        traits.HomeUntold = traits.Home is null;
        return traits.Home;
    }

    private async ValueTask ChangeAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        transfers.DropPrepared();
        await control.SendAsync(FtpCommands.Enter(folder), cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask<FtpPath?> AskHomeAsync(CancellationToken cancellationToken)
    {
        transfers.DropPrepared();
        return await control.SendAsync(FtpCommands.Pwd(profile.Charset), cancellationToken).ConfigureAwait(false);
    }
}
