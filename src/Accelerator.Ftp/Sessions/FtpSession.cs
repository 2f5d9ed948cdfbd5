using System.Buffers;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Listings;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Ftp.Sessions;

/// <summary>One login: a control connection in TYPE I, for one command or transfer at a time. Not thread-safe.</summary>
internal sealed class FtpSession : IAsyncDisposable
{
    private readonly ControlChannel _control;
    private readonly SessionProfile _profile;
    private readonly TimeProvider _time;
    private readonly TransferOpener _transfers;
    private readonly WorkingFolder _folder;
    private readonly FolderLister _lister;
    private bool _namesSent;

    internal FtpSession(ControlChannel control, SessionProfile profile, ServerTraits traits, TlsHandshake? tls, TimeProvider time)
    {
        _control = control;
        _profile = profile;
        _time = time;
        Traits = traits;
        _transfers = new TransferOpener(control, profile, traits, tls, time);
        _folder = new WorkingFolder(control, profile, traits, _transfers);
        _lister = new FolderLister(profile, traits, _transfers, _folder, time);
    }

    // Servers split LIST's path at the first, and expand the others.
    private static SearchValues<char> Misread { get; } = SearchValues.Create(" *?[{");

    /// <summary>Number of the control connection in the trace.</summary>
    public int Id => _control.Id;

    /// <summary>What is known of the server.</summary>
    public ServerTraits Traits { get; }

    /// <summary>Whether another command can be sent.</summary>
    public bool IsUsable => _control.State is ControlState.Ready or ControlState.Straying;

    /// <summary>Whether a transfer command is sent, its data connection stands, and neither a reply nor data has come.</summary>
    public bool AwaitsStart => _transfers.AwaitsStart;

    /// <summary>The server.</summary>
    public FtpEndpoint Endpoint => _profile.Endpoint;

    /// <summary>Whether both kinds of connection are encrypted.</summary>
    public bool IsProtected => _profile.Endpoint.Security != FtpSecurity.None;

    /// <summary>Shortest time a reply took.</summary>
    public TimeSpan RoundTrip => _control.RoundTrip;

    /// <summary>The answer to FEAT: one round trip for the first session that asks, none for the others.</summary>
    public async ValueTask<FtpFeatures> FeaturesAsync(CancellationToken cancellationToken)
    {
        if (Traits.Features is { } known) return known;
        _transfers.DropPrepared();
        return Traits.Features = await _control.SendAsync(FtpCommands.Feat, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>SIZE in bytes; null when the server does not offer it.</summary>
    /// <exception cref="FtpReplyException">No such file (550), or refused.</exception>
    public ValueTask<long?> SizeAsync(FtpPath path, CancellationToken cancellationToken) =>
        AskAsync(path, FtpCommands.Size(path), cancellationToken);

    /// <summary>SIZE of a file that need not exist; null when the server tells none.</summary>
    /// <exception cref="FtpReplyException">The server ends the session (421).</exception>
    public ValueTask<long?> OptionalSizeAsync(FtpPath path, CancellationToken cancellationToken) =>
        AskAsync(path, FtpCommands.OptionalSize(path), cancellationToken);

    /// <summary>MDTM as the server wrote it; null when it does not offer it.</summary>
    public async ValueTask<string?> ModifiedAsync(FtpPath path, CancellationToken cancellationToken)
    {
        var modified = await AskAsync(path, FtpCommands.Mdtm(path), cancellationToken).ConfigureAwait(false);
        Traits.NoteMdtm(modified is not null);
        return modified;
    }

    /// <summary>SIZE and MDTM, in one round trip where the server takes both at once.</summary>
    /// <returns>Each null when the server does not offer it.</returns>
    /// <exception cref="FtpReplyException">No such file (550), or refused.</exception>
    public async ValueTask<(long? Size, string? Modified)> SizeAndModifiedAsync(FtpPath path, CancellationToken cancellationToken)
    {
        var (size, modified) = (FtpCommands.Size(path), FtpCommands.Mdtm(path));
        await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        // The first session of a site asks what the server can do with the same breath.
        FtpCommand<FtpReply>[] questions = Traits.Features is null
            ? [size.Raw(), modified.Raw(), FtpCommands.Feat.Raw()] : [size.Raw(), modified.Raw()];
        if (await TogetherAsync(questions, cancellationToken).ConfigureAwait(false) is not { } replies)
            return (await SizeAsync(path, cancellationToken).ConfigureAwait(false),
                await ModifiedAsync(path, cancellationToken).ConfigureAwait(false));
        var bytes = size.Read(size, replies[0]);
        var time = modified.Read(modified, replies[1]);
        Traits.NoteMdtm(time is not null);
        if (replies.Length > 2) Traits.Features = FtpCommands.Feat.Read(FtpCommands.Feat, replies[2]);
        return (bytes, time);
    }

    /// <summary>The size fact of MLST, for servers without SIZE; null when it is not offered.</summary>
    public async ValueTask<long?> ListedSizeAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (!(await FeaturesAsync(cancellationToken).ConfigureAwait(false)).Has("MLST")) return null;
        var facts = await FactsAsync(path, cancellationToken).ConfigureAwait(false);
        var size = facts?.Split(' ')[0].Split(';').FirstOrDefault(fact => fact.StartsWith("size=", StringComparison.OrdinalIgnoreCase));
        return long.TryParse(size?[5..], System.Globalization.NumberStyles.None, System.Globalization.CultureInfo.InvariantCulture,
            out var value) ? value : null;
    }

    /// <summary>
    /// The bytes that LIST tells of one file, a hint for servers without SIZE and MLST; null where it tells none, or not of that file
    /// alone. Three round trips. It is not asked for a path that servers split at blanks, take for an option or expand as a pattern.
    /// </summary>
    public async Task<long?> SizeInListAsync(FtpPath path, CancellationToken cancellationToken)
    {
        if (path.Text.AsSpan().ContainsAny(Misread) || path.Text.StartsWith('-') || Traits.ListRefused) return null;
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        try
        {
            var listing = new FtpListing(
                _lister, path, await _lister.AskFileAsync(path, cancellationToken).ConfigureAwait(false), maxLines: 8);
            await using var held = listing.ConfigureAwait(false);
            ListingEntry? only = null;
            var count = 0;
            await foreach (var entry in listing.EntriesAsync(cancellationToken).ConfigureAwait(false)) (only, count) = (entry, count + 1);
            return count == 1 && only is { Kind: EntryKind.File } && only.Name.Equals(path.Split().Name) ? only.Size : null;
        }
        catch (FtpReplyException)
        {
            return null;
        }
    }

    /// <summary>MLST's line of facts as the server wrote it; null when it does not offer it.</summary>
    public ValueTask<string?> FactsAsync(FtpPath path, CancellationToken cancellationToken) =>
        AskAsync(path, FtpCommands.Mlst(path), cancellationToken);

    /// <summary>What the server calls its system (SYST), safe to print; null when it does not say.</summary>
    public ValueTask<string?> SystemAsync(CancellationToken cancellationToken) => _control.SendAsync(FtpCommands.Syst, cancellationToken);

    /// <summary>Time of a NOOP and its answer: the round trip now, queues included, with the server's quickest answer.</summary>
    public async ValueTask<TimeSpan> PingAsync(CancellationToken cancellationToken)
    {
        _transfers.DropPrepared();
        var sent = _time.GetTimestamp();
        await _control.SendAsync(FtpCommands.Noop, cancellationToken).ConfigureAwait(false);
        return _time.GetElapsedTime(sent);
    }

    /// <summary>What the operating system knows of the control connection now.</summary>
    public TcpFacts PathFacts() => _control.PathFacts();

    /// <summary>
    /// Whether the path is a directory, asked by CWD: the session's directory may change, so it is only for the error message of a session
    /// that ends.
    /// </summary>
    public ValueTask<bool> IsDirectoryAsync(FtpPath path, CancellationToken cancellationToken) =>
        AskAsync(path, FtpCommands.Cwd(path), cancellationToken);

    /// <summary>Gets the server's hash of a whole file.</summary>
    /// <param name="command">One that the server lists.</param>
    /// <param name="path">The file.</param>
    /// <param name="limit">How long the server may compute: the control connection is silent meanwhile.</param>
    /// <param name="cancellationToken">Stops waiting, and ends the session.</param>
    /// <param name="meanwhile">Runs while the server computes; it is not started where the server refuses the algorithm.</param>
    /// <returns>The digest in lower-case hexadecimal; null when the server refuses the command, or its answer has no digest.</returns>
    public async Task<string?> HashAsync(
        HashCommand command, FtpPath path, TimeSpan limit, CancellationToken cancellationToken, Func<Task>? meanwhile = null)
    {
        try
        {
            if (!await ChooseHashAsync(command, cancellationToken).ConfigureAwait(false)) return null;
            var asking = DigestAsync(command, path, limit, cancellationToken);
            if (meanwhile is not null) await meanwhile().ConfigureAwait(false);
            return await asking.ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            return null;
        }
    }

    /// <summary>Chooses the algorithm of HASH (OPTS), the first half of <see cref="HashAsync"/>. Other commands have one each.</summary>
    /// <returns>Whether the server took it.</returns>
    public async ValueTask<bool> ChooseHashAsync(HashCommand command, CancellationToken cancellationToken)
    {
        if (command.Algorithm is not { } algorithm) return true;
        _transfers.DropPrepared();
        return await _control.SendAsync(FtpCommands.OptsHash(algorithm), cancellationToken).ConfigureAwait(false);
    }

    /// <summary>The second half of <see cref="HashAsync"/>: asks for the digest; null when the server gives none.</summary>
    public async Task<string?> DigestAsync(HashCommand command, FtpPath path, TimeSpan limit, CancellationToken cancellationToken)
    {
        await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        var asked = FtpCommands.Hash(command.Verb, path, command.Digits);
        return await _control.SendAsync(asked, limit, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Whether the data connection of the next transfer stands, or is on its way.</summary>
    public bool IsPrepared => _transfers.IsPrepared;

    /// <summary>
    /// Opens the data connection of the next transfer ahead of it, so that a RETR costs two round trips instead of three (one without an
    /// offset). Any other command lets it go again; so does <see cref="PreparedData.MaxAge"/>. Does nothing in active mode, where there is
    /// nothing to open.
    /// </summary>
    public ValueTask PrepareAsync(CancellationToken cancellationToken) => _transfers.PrepareAsync(cancellationToken);

    /// <summary>
    /// Asks for the next transfer's port while this one runs: its answer comes with the end of this one, a round trip earlier than if it
    /// was asked for then. Only where the server has shown that it reads commands when the transfer is over (vsftpd), or to find that out;
    /// ProFTPD refuses them at once, others end the transfer. <see cref="TakePreparedAsync"/> must follow the transfer's end.
    /// </summary>
    public ValueTask PrepareBehindAsync(CancellationToken cancellationToken) => _transfers.PrepareBehindAsync(cancellationToken);

    /// <summary>Takes what <see cref="PrepareBehindAsync"/> asked for, if it did. A session that is out of step is broken.</summary>
    /// <param name="final">The last reply of the transfer that has ended.</param>
    /// <param name="cancellationToken">Stops it, and ends the session.</param>
    public ValueTask TakePreparedAsync(FtpReply? final, CancellationToken cancellationToken) =>
        _transfers.TakePreparedAsync(final, cancellationToken);

    /// <summary>
    /// Starts a RETR from 0, and asks for the file's time just before: a file that changes later shows another one. Both go out at once
    /// where the site has proven that it takes commands in order; elsewhere the question costs a round trip. What is refused when both go
    /// out at once is asked for again, one command at a time.
    /// </summary>
    /// <param name="path">The file.</param>
    /// <param name="cancellationToken">Stops the start.</param>
    /// <returns>The transfer, with <see cref="DataTransfer.Modified"/> where the server tells times.</returns>
    public async Task<DataTransfer> RetrieveTimedAsync(FtpPath path, CancellationToken cancellationToken)
    {
        var isPair = !Traits.MdtmRefused && _transfers.TryPair();
        if (isPair && await TryRetrievePairAsync(path, cancellationToken).ConfigureAwait(false) is { } begun) return begun;
        var modified = Traits.MdtmRefused ? null : await ModifiedAsync(path, cancellationToken).ConfigureAwait(false);
        var transfer = await RetrieveAsync(path, 0, null, cancellationToken).ConfigureAwait(false);
        transfer.Modified = modified;
        if (isPair) Traits.RefuseBehind();
        return transfer;
    }

    /// <summary>Starts a RETR at an offset.</summary>
    /// <param name="path">The file.</param>
    /// <param name="offset">First byte wanted.</param>
    /// <param name="end">One past the last byte wanted: sent as RANG where the site has proven it, else ignored.</param>
    /// <param name="cancellationToken">Stops the start; a running transfer is stopped by <see cref="DataTransfer.Abort"/>.</param>
    public Task<DataTransfer> RetrieveAsync(FtpPath path, long offset, long? end, CancellationToken cancellationToken) =>
        RetrieveAsync(path, offset, end, null, cancellationToken);

    /// <summary>
    /// Asks for a folder's entries: by MLSD where the server offers it, else by LIST from within the folder, else by NLST. Three round
    /// trips up to the first entry by MLSD, four by LIST; one more the first time in a session for OPTS UTF8, and the first time at a site
    /// for FEAT and, before LIST, PWD.
    /// </summary>
    /// <param name="folder">The folder; empty for the one that the login leads to.</param>
    /// <param name="maxLines">Lines, entries or not, after which it is left and known to be incomplete: what bounds a hostile
    /// server.</param>
    /// <param name="cancellationToken">Stops the start; reading has its own.</param>
    /// <exception cref="FtpReplyException">There is no such folder, or it may not be listed.</exception>
    public async Task<FtpListing> ListAsync(FtpPath folder, long maxLines, CancellationToken cancellationToken)
    {
        var features = await FeaturesAsync(cancellationToken).ConfigureAwait(false);
        await SendNamesAsync(cancellationToken).ConfigureAwait(false);
        return new FtpListing(_lister, folder, await _lister.AskAsync(folder, features, cancellationToken).ConfigureAwait(false), maxLines);
    }

    /// <summary>For a transfer between two servers, which has no data connection here.</summary>
    internal ControlChannel Control => _control;

    /// <summary>Whether a REST may have been left behind: a transfer from the start has to send REST 0 then.</summary>
    internal bool MayHoldMarker
    {
        get => _transfers.MayHoldMarker;
        set => _transfers.MayHoldMarker = value;
    }

    /// <summary>Whether SSCN ON holds.</summary>
    internal bool IsTlsClient { get; set; }

    /// <summary>
    /// Makes the session ready for a command with this path: no port stands open, names are as they should be, and it is where relative
    /// paths begin.
    /// </summary>
    internal async ValueTask ReadyForAsync(FtpPath path, CancellationToken cancellationToken)
    {
        // Some servers drop the passive port on any command but REST and RETR.
        _transfers.DropPrepared();
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        await _folder.ReturnForAsync(path, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Makes the session ready for the path, and opens the data connection of a command that another class sends.</summary>
    internal async Task<DataTransfer> OpenForAsync(
        FtpCommand<FtpReply> command, FtpPath path, long offset, CancellationToken cancellationToken)
    {
        await ReadyForAsync(path, cancellationToken).ConfigureAwait(false);
        return await OpenAsync(command, path, offset, null, null, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Sends several commands at once where the server is not known to mind; null, and nothing sent, where it is.</summary>
    internal async ValueTask<FtpReply[]?> TogetherAsync(IReadOnlyList<FtpCommand<FtpReply>> commands, CancellationToken cancellationToken)
    {
        if (!_profile.Pipelining || !Traits.TryTogether()) return null;
        var isAnswered = false;
        try
        {
            var replies = await _control.SendTogetherAsync(commands, cancellationToken).ConfigureAwait(false);
            isAnswered = true;
            return replies;
        }
        finally
        {
            Traits.NoteTogether(isAnswered);
        }
    }

    /// <summary>
    /// Says QUIT and closes without waiting for the answer: it can change nothing, and costs a round trip at the end of every transfer.
    /// </summary>
    public async ValueTask QuitAsync()
    {
        try
        {
            if (IsUsable) await _control.SayQuitAsync(CancellationToken.None).ConfigureAwait(false);
        }
        catch (FtpException)
        {
            // It is being closed anyway.
        }
        await DisposeAsync().ConfigureAwait(false);
    }

    /// <inheritdoc/>
    public ValueTask DisposeAsync()
    {
        _transfers.DropPrepared();
        return _control.DisposeAsync();
    }

    private async Task<DataTransfer> RetrieveAsync(
        FtpPath path, long offset, long? end, FtpCommand<string?>? timed, CancellationToken cancellationToken)
    {
        await SendNamesAsync(path, cancellationToken).ConfigureAwait(false);
        await _folder.ReturnForAsync(path, cancellationToken).ConfigureAwait(false);
        return await OpenAsync(FtpCommands.Retr(path), path, offset, end, timed, cancellationToken).ConfigureAwait(false);
    }

    private async Task<DataTransfer> OpenAsync(
        FtpCommand<FtpReply> command, FtpPath path, long offset, long? end, FtpCommand<string?>? timed, CancellationToken cancellationToken)
    {
        if (IsTlsClient)
        {
            // This computer begins the handshake of its own transfers.
            await _control.SendAsync(FtpCommands.Sscn(isClient: false), cancellationToken).ConfigureAwait(false);
            IsTlsClient = false;
        }
        var what = offset == 0 ? $"{command.Verb} {path}" : $"{command.Verb} {path} at offset {offset}";
        return await _transfers.OpenAsync(command, what, offset, end, timed, cancellationToken).ConfigureAwait(false);
    }

    private async Task<DataTransfer?> TryRetrievePairAsync(FtpPath path, CancellationToken cancellationToken)
    {
        DataTransfer? transfer = null;
        try
        {
            return transfer = await RetrieveAsync(path, 0, null, FtpCommands.Mdtm(path), cancellationToken).ConfigureAwait(false);
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
        return await _control.SendAsync(command, cancellationToken).ConfigureAwait(false);
    }

    // It says nothing about names in ASCII, and costs a round trip before the first byte.
    private ValueTask SendNamesAsync(FtpPath path, CancellationToken cancellationToken) =>
        path.IsAscii ? default : SendNamesAsync(cancellationToken);

    // IIS reads and lists names as UTF-8 only after OPTS UTF8 ON. Listed without it and fetched with it, they would be other names.
    private async ValueTask SendNamesAsync(CancellationToken cancellationToken)
    {
        if (_namesSent || _profile.Charset is not System.Text.UTF8Encoding) return;
        _namesSent = true;
        if (!(await FeaturesAsync(cancellationToken).ConfigureAwait(false)).Has("UTF8")) return;
        _transfers.DropPrepared();
        await _control.SendAsync(FtpCommands.OptsUtf8, cancellationToken).ConfigureAwait(false);
    }
}
