using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>One login: a control connection in TYPE I, for one command or transfer at a time. Not thread-safe.</summary>
internal sealed class FtpSession : IAsyncDisposable
{
    // A server may be far away; one that has dropped the commands behind the first says nothing at all.
    private TimeSpan TrialLimit => TimeSpan.FromSeconds(Math.Max(5, 4 * Math.Min(RoundTrip.TotalSeconds, 5)));

    private static readonly TimeSpan WordingLimit = TimeSpan.FromSeconds(5);

    private readonly SessionProfile _profile;
    private readonly TimeProvider _time;
    private readonly TransferOpener _transfers;
    private readonly WorkingFolder _folder;
    private readonly FolderLister _lister;
    private bool _namesSent;

    /// <param name="control">The control connection, logged in.</param>
    /// <param name="profile">All settings of the session.</param>
    /// <param name="traits">What is known about the server.</param>
    /// <param name="tls">The handshake of data connections; null for none.</param>
    /// <param name="time">Clock.</param>
    /// <param name="epsv">The reply to an EPSV sent with the login; null for none.</param>
    internal FtpSession(
        ControlChannel control, SessionProfile profile, ServerTraits traits, TlsHandshake? tls, TimeProvider time, FtpReply? epsv = null)
    {
        Control = control;
        _profile = profile;
        _time = time;
        Traits = traits;
        _transfers = new TransferOpener(control, profile, traits, tls, time);
        if (epsv is not null) _transfers.Announce(epsv);
        _folder = new WorkingFolder(control, profile, traits, _transfers);
        _lister = new FolderLister(control, profile, traits, _transfers, _folder, time);
    }

    /// <summary>The known traits of the server.</summary>
    public ServerTraits Traits { get; }

    /// <summary>Whether another command can be sent.</summary>
    public bool IsUsable => Control.State is ControlState.Ready or ControlState.Straying;

    /// <summary>Whether it can serve another user's paths: one that cannot return to the login folder cannot.</summary>
    public bool IsReusable => IsUsable && !_folder.IsAstray;

    /// <summary>Whether a transfer command was sent and its data connection is open, but neither a reply nor data has arrived.</summary>
    public bool AwaitsStart => _transfers.AwaitsStart;

    /// <summary>The server.</summary>
    public FtpEndpoint Endpoint => _profile.Endpoint;

    /// <summary>Whether both kinds of connection are encrypted.</summary>
    public bool IsProtected => _profile.Endpoint.Security != FtpSecurity.None;

    /// <summary>Shortest time a reply took.</summary>
    public TimeSpan RoundTrip => Control.RoundTrip;

    /// <summary>Returns the reply to FEAT: one round trip for the first session that requests it, none for the others.</summary>
    public async ValueTask<FtpFeatures> FeaturesAsync(CancellationToken cancellationToken)
    {
        if (Traits.Features is { } known) return known;
        _transfers.DropPrepared();
        return Traits.Features = await Control.SendAsync(FtpCommands.Feat, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns SIZE in bytes; null if not supported.</summary>
    /// <exception cref="FtpReplyException">The file does not exist (550), or the server refused.</exception>
    public ValueTask<long?> SizeAsync(FtpPath path, CancellationToken cancellationToken) =>
        AskAsync(path, FtpCommands.Size(path), cancellationToken);

    /// <summary>Returns SIZE of a file that need not exist; null if the server returns none.</summary>
    /// <exception cref="FtpReplyException">The server ended the session (421).</exception>
    public ValueTask<long?> OptionalSizeAsync(FtpPath path, CancellationToken cancellationToken) =>
        AskAsync(path, FtpCommands.OptionalSize(path), cancellationToken);

    /// <summary>Returns MDTM as the server wrote it; null if not supported.</summary>
    public async ValueTask<string?> ModifiedAsync(FtpPath path, CancellationToken cancellationToken)
    {
        var modified = await AskAsync(path, FtpCommands.Mdtm(path), cancellationToken).ConfigureAwait(false);
        Traits.NoteMdtm(modified is not null);
        return modified;
    }

    /// <summary>Returns SIZE and MDTM, in one round trip if the server accepts both at once.</summary>
    /// <returns>Each is null if not supported.</returns>
    /// <exception cref="FtpReplyException">The file does not exist (550), or the server refused.</exception>
    public ValueTask<(long? Size, string? Modified)> SizeAndModifiedAsync(FtpPath path, CancellationToken cancellationToken) =>
        SizeAndModifiedAsync(path, isTrial: false, cancellationToken);

    /// <summary>As above.</summary>
    /// <inheritdoc cref="SizeAndModifiedAsync(FtpPath, CancellationToken)"/>
    internal async ValueTask<(long? Size, string? Modified)> SizeAndModifiedAsync(
        FtpPath path, bool isTrial, CancellationToken cancellationToken)
    {
        var (size, modified) = (FtpCommands.Size(path), FtpCommands.Mdtm(path));
        await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        // The first session of a site sends FEAT in the same batch.
        FtpCommand<FtpReply>[] questions = Traits.Features is null
            ? [size.Raw(), modified.Raw(), FtpCommands.Feat.Raw()] : [size.Raw(), modified.Raw()];
        if (await TogetherAsync(questions, isTrial, cancellationToken).ConfigureAwait(false) is not { } replies)
            return (await SizeAsync(path, cancellationToken).ConfigureAwait(false),
                await ModifiedAsync(path, cancellationToken).ConfigureAwait(false));
        var bytes = size.Read(size, replies[0]);
        var time = modified.Read(modified, replies[1]);
        Traits.NoteMdtm(time is not null);
        if (replies.Length > 2) Traits.Features = FtpCommands.Feat.Read(FtpCommands.Feat, replies[2]);
        return (bytes, time);
    }

    /// <summary>Returns the size fact of MLST, for servers without SIZE; null if not supported.</summary>
    public async ValueTask<long?> ListedSizeAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (!(await FeaturesAsync(cancellationToken).ConfigureAwait(false)).Has("MLST")) return null;
        var facts = await FactsAsync(path, cancellationToken).ConfigureAwait(false);
        var size = facts?.Split(' ')[0].Split(';').FirstOrDefault(fact => fact.StartsWith("size=", StringComparison.OrdinalIgnoreCase));
        return long.TryParse(size?[5..], System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture,
            out var value) ? value : null;
    }

    /// <summary>
    /// Returns the size of one file in LIST, a hint for servers without SIZE and MLST; null if LIST has none, or not for that file alone.
    /// Three round trips. Not requested for a path that servers split at spaces, take for an option or expand as a pattern.
    /// </summary>
    public async Task<long?> SizeInListAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (!_lister.MayListFile(path)) return null;
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        return await _lister.FileSizeAsync(path, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Returns MLST's line of facts as the server wrote it; null if not supported.</summary>
    public ValueTask<string?> FactsAsync(FtpPath path, CancellationToken cancellationToken) =>
        AskAsync(path, FtpCommands.Mlst(path), cancellationToken);

    /// <summary>Returns the server's system name (SYST), safe to print; null if it gives none.</summary>
    public ValueTask<string?> SystemAsync(CancellationToken cancellationToken) => Control.SendAsync(FtpCommands.Syst, cancellationToken);

    /// <summary>Measures a NOOP and its reply: the current round trip, queues included, with the server's fastest response.</summary>
    public async ValueTask<TimeSpan> PingAsync(CancellationToken cancellationToken)
    {
        _transfers.DropPrepared();
        var sent = _time.GetTimestamp();
        await Control.SendAsync(FtpCommands.Noop, cancellationToken).ConfigureAwait(false);
        return _time.GetElapsedTime(sent);
    }

    /// <summary>Returns what the operating system reports about the control connection now.</summary>
    public TcpFacts PathFacts() => Control.PathFacts();

    /// <summary>
    /// Returns whether the path is a directory, tested with CWD; false if the server does not say so within five seconds. The session's
    /// directory may change, so this is only for the error message of a session that is about to end.
    /// </summary>
    public async ValueTask<bool> IsDirectoryAsync(FtpPath path, CancellationToken cancellationToken)
    {
        try
        {
            await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
            return await Control.SendAsync(FtpCommands.Cwd(path), WordingLimit, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // The refusal that is to be explained is known.
            return false;
        }
    }

    /// <summary>Gets the server's hash of a whole file.</summary>
    /// <param name="command">A command that the server lists.</param>
    /// <param name="path">The file.</param>
    /// <param name="length">Bytes of the file, which the digest must cover; null if unknown.</param>
    /// <param name="limit">Time limit for the computation: the control connection is silent meanwhile.</param>
    /// <param name="cancellationToken">Cancels the wait and ends the session.</param>
    /// <param name="meanwhile">Runs while the server computes; not started if the server refuses the algorithm.</param>
    /// <returns>The digest in lower-case hexadecimal; null if the server refuses the command, or its reply has no digest.</returns>
    public async Task<string?> HashAsync(
        HashCommand command, FtpPath path, long? length, TimeSpan limit, CancellationToken cancellationToken,
        Func<Task>? meanwhile = null)
    {
        try
        {
            if (!await ChooseHashAsync(command, cancellationToken).ConfigureAwait(false)) return null;
            var asking = DigestAsync(command, path, length, limit, cancellationToken);
            if (meanwhile is not null) await meanwhile().ConfigureAwait(false);
            return await asking.ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return null;
        }
    }

    /// <summary>Chooses the algorithm of HASH (OPTS), the first half of <see cref="HashAsync"/>. Other commands have one each.</summary>
    /// <returns>Whether the server accepted it.</returns>
    public async ValueTask<bool> ChooseHashAsync(HashCommand command, CancellationToken cancellationToken)
    {
        if (command.Algorithm is not { } algorithm) return true;
        _transfers.DropPrepared();
        return await Control.SendAsync(FtpCommands.OptsHash(algorithm), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Requests the digest, the second half of <see cref="HashAsync"/>; null if the server gives none.</summary>
    public async Task<string?> DigestAsync(
        HashCommand command, FtpPath path, long? length, TimeSpan limit, CancellationToken cancellationToken)
    {
        await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        var asked = FtpCommands.Hash(command.Verb, path, command.Digits, length);
        return await Control.SendAsync(asked, limit, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Whether the data connection of the next transfer is open or being opened.</summary>
    public bool IsPrepared => _transfers.IsPrepared;

    /// <summary>The connect of the next transfer's data connection while it is in progress; null otherwise.</summary>
    public Task? Connecting => _transfers.Connecting;

    /// <summary>
    /// Opens the data connection of the next transfer ahead of it, so that a RETR costs two round trips instead of three (one without an
    /// offset). Any other command closes it again; so does <see cref="PreparedData.MaxAge"/>. Does nothing in active mode, where there is
    /// nothing to open.
    /// </summary>
    /// <param name="isBulk">Whether much data is expected; see <see cref="DataSocket"/>.</param>
    /// <param name="cancellationToken">Cancels the operation and ends the session.</param>
    public ValueTask PrepareAsync(bool isBulk, CancellationToken cancellationToken) => _transfers.PrepareAsync(isBulk, cancellationToken);

    /// <summary>
    /// Requests the next transfer's port while this one runs. The reply arrives with the end of this transfer, a round trip earlier than a
    /// request sent then. Only if the server has shown that it reads commands after the transfer (vsftpd), or to find that out; ProFTPD
    /// refuses them at once, others end the transfer. <see cref="TakePreparedAsync"/> must follow the transfer's end.
    /// </summary>
    public ValueTask PrepareBehindAsync(CancellationToken cancellationToken) => _transfers.PrepareBehindAsync(cancellationToken);

    /// <summary>Takes the port that <see cref="PrepareBehindAsync"/> requested, if any. A session out of step is broken.</summary>
    /// <param name="final">The last reply of the finished transfer.</param>
    /// <param name="cancellationToken">Cancels the operation and ends the session.</param>
    public ValueTask TakePreparedAsync(FtpReply? final, CancellationToken cancellationToken) =>
        _transfers.TakePreparedAsync(final, cancellationToken);

    /// <summary>
    /// Starts a RETR from 0 and requests the file's time just before, so that a file changed later has another time. Both commands go out
    /// at once if the site is known to accept commands in order; elsewhere the MDTM costs a round trip. If both go out at once and are
    /// refused, they are sent again, one at a time.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="cancellationToken">A token to cancel the start.</param>
    /// <returns>The transfer, with <see cref="DataTransfer.Modified"/> if the server supports MDTM.</returns>
    public async Task<DataTransfer> RetrieveTimedAsync(FtpPath path, CancellationToken cancellationToken)
    {
        var isPair = !Traits.MdtmRefused && _transfers.TryPair();
        if (isPair && await TryRetrievePairAsync(path, cancellationToken).ConfigureAwait(false) is { } begun) return begun;
        var modified = Traits.MdtmRefused ? null : await ModifiedAsync(path, cancellationToken).ConfigureAwait(false);
        var transfer = await RetrieveAsync(path, 0, null, isBulk: false, cancellationToken).ConfigureAwait(false);
        transfer.Modified = modified;
        if (isPair) Traits.RefuseBehind();
        return transfer;
    }

    /// <summary>Starts a RETR at an offset.</summary>
    /// <param name="path">The file.</param>
    /// <param name="offset">First byte wanted.</param>
    /// <param name="end">One past the last byte wanted: sent as RANG if it is known to work at this site, else ignored.</param>
    /// <param name="isBulk">Whether much data is expected; see <see cref="DataSocket"/>.</param>
    /// <param name="cancellationToken">Cancels the start; a running transfer is stopped by <see cref="DataTransfer.Abort"/>.</param>
    public Task<DataTransfer> RetrieveAsync(FtpPath path, long offset, long? end, bool isBulk, CancellationToken cancellationToken) =>
        RetrieveAsync(path, offset, end, null, isBulk, cancellationToken);

    private async Task<DataTransfer> RetrieveAsync(
        FtpPath path, long offset, long? end, FtpCommand<string?>? timed, bool isBulk, CancellationToken cancellationToken)
    {
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        await _folder.ReturnForAsync(path, cancellationToken).ConfigureAwait(false);
        var wanted = Command(FtpCommands.Retr(path), path, offset) with { End = end, Timed = timed, IsBulk = isBulk };
        return await OpenAsync(wanted, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Requests a folder's entries: by MLSD if supported, else by LIST from within the folder, else by NLST. Three round trips up to the
    /// first entry by MLSD, four by LIST; one more the first time in a session for OPTS UTF8, and the first time at a site for FEAT and,
    /// before LIST, PWD.
    /// </summary>
    /// <param name="folder">The folder; empty for the login folder.</param>
    /// <param name="maxLines">Most lines, whether entries or not, before the listing is abandoned and known to be incomplete: the bound
    /// against a hostile server.</param>
    /// <param name="cancellationToken">Cancels the start; reading has its own token.</param>
    /// <exception cref="FtpReplyException">The folder does not exist, or may not be listed.</exception>
    public async Task<FtpListing> ListAsync(FtpPath folder, long maxLines, CancellationToken cancellationToken)
    {
        var features = await FeaturesAsync(cancellationToken).ConfigureAwait(false);
        await SendNamesAsync(null, cancellationToken).ConfigureAwait(false);
        await SendNamesAsync(folder, cancellationToken).ConfigureAwait(false);
        return new FtpListing(_lister, folder, await _lister.AskAsync(folder, features, cancellationToken).ConfigureAwait(false), maxLines);
    }

    /// <summary>The control connection, for a transfer between two servers, which has no local data connection.</summary>
    internal ControlChannel Control { get; }

    /// <summary>The session's transfers, for the REST of a transfer between two servers.</summary>
    internal TransferOpener Transfers => _transfers;

    /// <summary>The session's current folder, for the commands that a client of the gateway sends.</summary>
    internal WorkingFolder Folder => _folder;

    /// <summary>Whether SSCN ON is in effect.</summary>
    internal bool IsTlsClient { get; set; }

    /// <summary>
    /// Prepares the session for a command with this path: no prepared port is open, the name encoding is set, and the current folder is the
    /// one where relative paths begin.
    /// </summary>
    internal async ValueTask ReadyForAsync(FtpPath path, CancellationToken cancellationToken)
    {
        // Some servers close the passive port on any command but REST and RETR.
        _transfers.DropPrepared();
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        await _folder.ReturnForAsync(path, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Prepares the session for the path, and opens the data connection for another class's command.</summary>
    internal async Task<DataTransfer> OpenForAsync(
        FtpCommand<FtpReply> command, FtpPath path, long offset, CancellationToken cancellationToken)
    {
        await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        return await OpenAsync(Command(command, path, offset), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Sends several commands at once if the server is known to support it; else returns null without sending. A trial, at a server that is
    /// not known to support it, ends after a few seconds.
    /// </summary>
    internal async ValueTask<FtpReply[]?> TogetherAsync(
        IReadOnlyList<FtpCommand<FtpReply>> commands, bool isTrial, CancellationToken cancellationToken)
    {
        if (commands.Any(command => Traits.Silences.IsUnsupported(command.Verb))) return null;
        if (!_profile.Pipelining || !Traits.TryTogether(isTrial)) return null;
        FtpReply[]? replies = null;
        try
        {
            return replies = await Control.SendTogetherAsync(
                commands, Traits.TogetherWorks ? _profile.Timeouts.Reply : TrialLimit, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            Traits.NoteTogether(replies is not null);
        }
    }

    /// <summary>
    /// Sends QUIT and closes, usually without waiting for the reply: it can change nothing, and costs a round trip at the end of every
    /// transfer.
    /// </summary>
    /// <param name="wait">How long to wait for the server to close the connection too. Until it has, the server counts the session.</param>
    public async ValueTask QuitAsync(TimeSpan wait = default)
    {
        try
        {
            if (IsUsable)
            {
                await Control.SayQuitAsync(CancellationToken.None).ConfigureAwait(false);
                if (wait > TimeSpan.Zero) await ReadToEndAsync(wait).ConfigureAwait(false);
            }
        }
        catch (FtpException)
        {
            // The connection is closed, by the server or because it broke.
        }
        await DisposeAsync().ConfigureAwait(false);
    }

    public ValueTask DisposeAsync()
    {
        _transfers.DropPrepared();
        return Control.DisposeAsync();
    }

    private async Task ReadToEndAsync(TimeSpan limit)
    {
        using var deadline = new ReplyDeadline(limit, _time, CancellationToken.None);
        while (await Control.TryReadReplyAsync(deadline, FtpCommands.Quit).ConfigureAwait(false) is not null) { }
    }

    private static DataCommand Command(FtpCommand<FtpReply> command, FtpPath path, long offset) =>
        new(command, offset == 0 ? $"{command.Verb} {path}" : $"{command.Verb} {path} at offset {offset}") { Offset = offset };

    private async Task<DataTransfer> OpenAsync(DataCommand wanted, CancellationToken cancellationToken)
    {
        if (IsTlsClient)
        {
            // This computer starts the handshake of its own transfers.
            await Control.SendAsync(FtpCommands.Sscn(isClient: false), cancellationToken).ConfigureAwait(false);
            IsTlsClient = false;
        }
        return await _transfers.OpenAsync(wanted, cancellationToken).ConfigureAwait(false);
    }

    private async Task<DataTransfer?> TryRetrievePairAsync(FtpPath path, CancellationToken cancellationToken)
    {
        DataTransfer? transfer = null;
        try
        {
            return transfer = await RetrieveAsync(
                path, 0, null, FtpCommands.Mdtm(path), isBulk: false, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e is { Verb: "RETR", SessionUsable: true } && IsUsable)
        {
            return null;
        }
        finally
        {
            Traits.NotePair(transfer is not null);
        }
    }

    private async ValueTask<T> AskAsync<T>(FtpPath path, FtpCommand<T> command, CancellationToken cancellationToken)
    {
        await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        return await Control.SendAsync(command, cancellationToken).ConfigureAwait(false);
    }

    // IIS reads and lists names as UTF-8 only after OPTS UTF8 ON. Listed without it and fetched with it, the names would differ. It has no
    // effect on ASCII names, and costs a round trip before the first byte. A null path stands for names that are not known yet.
    internal async ValueTask SendNamesAsync(FtpPath? path, CancellationToken cancellationToken)
    {
        await SendCharsetAsync(path, cancellationToken).ConfigureAwait(false);
        if (path is not { IsAscii: false } || !path.Bytes.Span.Contains(CommandEncoder.Telnet)) return;
        if (Traits.ReadsTelnet is null) _transfers.DropPrepared();
        await TelnetNames.SettleAsync(Control, Traits, path, cancellationToken).ConfigureAwait(false);
    }

    private async ValueTask SendCharsetAsync(FtpPath? path, CancellationToken cancellationToken)
    {
        if (_namesSent || path is { IsAscii: true } || _profile.Charset is not System.Text.UTF8Encoding) return;
        _namesSent = true;
        if (!(await FeaturesAsync(cancellationToken).ConfigureAwait(false)).Has("UTF8")) return;
        _transfers.DropPrepared();
        await Control.SendAsync(FtpCommands.OptsUtf8, cancellationToken).ConfigureAwait(false);
    }
}
