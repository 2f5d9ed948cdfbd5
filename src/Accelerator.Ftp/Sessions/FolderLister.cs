using System.Buffers;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Listings;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Chooses the command that lists a folder. MLSD with the folder's path, if FEAT lists it and one such listing was equal to that from
/// within the folder, because some servers ignore the path; else CWD and a bare MLSD. Without MLSD, CWD and a bare LIST, because servers
/// split LIST's path at spaces, take it for options, list another folder, or return nothing for one that does not exist (vsftpd); else
/// NLST. Options of <c>ls</c> are never sent: some servers take them for a file name and return nothing.
/// </summary>
internal sealed class FolderLister(
    ControlChannel control, SessionProfile profile, ServerTraits traits, TransferOpener transfers, WorkingFolder where, TimeProvider time)
{
    // Servers expand these in MLSD's path too: the listing of "[a]" is then that of "a", or empty.
    private static readonly SearchValues<char> Patterns = SearchValues.Create("*?[{");

    // LIST in TYPE A does not help where these words say why it was refused.
    private static readonly string[] AccessSigns = ["denied", "permission", "access", "permitted", "allowed", "authori"];

    // Servers split LIST's path at spaces, and expand the other characters.
    private static readonly SearchValues<char> Misread = SearchValues.Create(" *?[{");

    /// <summary>The traits of the server that the site has learned.</summary>
    public ServerTraits Traits => traits;

    /// <summary>The clock.</summary>
    public TimeProvider Time => time;

    /// <summary>Requests a listing.</summary>
    /// <exception cref="FtpReplyException">The folder does not exist, or may not be listed.</exception>
    public async Task<ListingAttempt> AskAsync(FtpPath folder, FtpFeatures features, CancellationToken cancellationToken) =>
        features.HasMlsd && traits.MlsdWorks != false
            && await AskMlsdAsync(folder, cancellationToken).ConfigureAwait(false) is { } attempt
            ? attempt
            : await AskListAsync(folder, isAnew: false, cancellationToken).ConfigureAwait(false);

    /// <summary>Requests LIST, or NLST from a server that does not know LIST.</summary>
    /// <param name="folder">The folder.</param>
    /// <param name="isAnew">Whether CWD is sent although the folder is the current one: it may have been removed since.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <inheritdoc cref="AskAsync"/>
    public async Task<ListingAttempt> AskListAsync(FtpPath folder, bool isAnew, CancellationToken cancellationToken)
    {
        var isEntered = await EnterAsync(folder, isAnew, cancellationToken).ConfigureAwait(false);
        while (true)
        {
            var command = traits.ListRefused ? FtpCommands.Nlst : FtpCommands.List;
            var kind = traits.ListRefused ? ListingCommand.Nlst : ListingCommand.List;
            var what = What(command, folder);
            var isAscii = traits.ListNeedsAscii;
            try
            {
                if (isAscii) await control.SendAsync(FtpCommands.TypeAscii, cancellationToken).ConfigureAwait(false);
                var transfer = await transfers.OpenAsync(new DataCommand(command, what), cancellationToken).ConfigureAwait(false);
                return new ListingAttempt(kind, what, transfer) { IsEntered = isEntered, IsAscii = isAscii };
            }
            catch (FtpReplyException e) when (kind == ListingCommand.List && e is { Verb: "LIST", Reply.Code: 500 or 502 })
            {
                traits.RefuseList();
            }
            catch (FtpReplyException e) when (e.Verb == command.Verb && ListingPolicy.SaysEmpty(e.Reply))
            {
                if (isAscii) await LeaveAsciiAsync(cancellationToken).ConfigureAwait(false);
                return new ListingAttempt(kind, what, null, e.Reply) { IsEntered = isEntered };
            }
            catch (FtpReplyException e) when (e is { Verb: "LIST", SessionUsable: true } && !isAscii && MayBeForAscii(e.Reply)
                && traits.TryListAscii())
            {
                return await AskAsciiAsync(e, what, isEntered, cancellationToken).ConfigureAwait(false);
            }
        }
    }

    /// <summary>Requests MLSD of a folder from within it.</summary>
    /// <returns>Null if the server does not know the command.</returns>
    /// <inheritdoc cref="AskListAsync"/>
    public async Task<ListingAttempt?> AskWithinAsync(FtpPath folder, bool isAnew, CancellationToken cancellationToken)
    {
        var isEntered = await EnterAsync(folder, isAnew, cancellationToken).ConfigureAwait(false);
        var attempt = await SendMlsdAsync(folder, isByPath: false, cancellationToken).ConfigureAwait(false);
        return attempt is null ? null : attempt with { IsEntered = isEntered };
    }

    // Returns whether CWD has just shown that the folder exists.
    private async ValueTask<bool> EnterAsync(FtpPath folder, bool isAnew, CancellationToken cancellationToken)
    {
        var wasIn = where.IsIn(folder);
        if (isAnew) await where.EnterAnewAsync(folder, cancellationToken).ConfigureAwait(false);
        else await where.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
        return isAnew || !wasIn;
    }

    /// <summary>
    /// Returns whether a listing by path that is equal to that from within the folder shows that the path was honoured: not in the folder
    /// that a server lists which ignores it.
    /// </summary>
    public bool Distinguishes(FtpPath folder) =>
        folder.Text.AsSpan().ContainsAnyExcept('.', '/')
            && (!folder.IsAbsolute || (traits.Home is { } home && !home.Equals(folder.WithoutEnd())));

    /// <summary>Goes back to TYPE I: the next command may be RETR.</summary>
    public async Task LeaveAsciiAsync(CancellationToken cancellationToken)
    {
        transfers.DropPrepared();
        await control.SendAsync(FtpCommands.TypeImage, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>
    /// Returns whether the server ends the listing of one file, which is complete if it has that file, with this text: then the text is its
    /// usual one, and no report that something is missing.
    /// </summary>
    public async Task<bool> EndsAlikeAsync(FtpPath folder, FtpPath name, string form, CancellationToken cancellationToken) =>
        await ListFileAsync(folder, name, cancellationToken).ConfigureAwait(false) is (not null, { IsSuccess: true } reply)
            && FinalText.FormOf(reply) == form;

    /// <summary>Returns whether LIST of one file can be sent: a server must not take the path for anything else.</summary>
    public bool MayListFile(FtpPath file) => !file.Text.AsSpan().ContainsAny(Misread) && !file.Text.StartsWith('-') && !traits.ListRefused;

    /// <summary>Returns the size of one file in LIST; null if LIST has none, or not for that file alone.</summary>
    public async Task<long?> FileSizeAsync(FtpPath file, CancellationToken cancellationToken) => file.Split() is var (folder, name)
        ? (await ListFileAsync(folder, name, cancellationToken).ConfigureAwait(false)).File?.Size : null;

    // Null where LIST has not that file alone.
    private async Task<(ListingEntry? File, FtpReply? Reply)> ListFileAsync(
        FtpPath folder, FtpPath name, CancellationToken cancellationToken)
    {
        var isHere = where.IsIn(folder);
        var file = isHere ? name : folder.Child(name);
        var command = FtpCommands.ListOf(file);
        var what = What(command, file);
        try
        {
            if (!isHere) await where.ReturnForAsync(file, cancellationToken).ConfigureAwait(false);
            var transfer = await transfers.OpenAsync(new DataCommand(command, what), cancellationToken).ConfigureAwait(false);
            var listing = new FtpListing(
                this, file, new ListingAttempt(ListingCommand.List, what, transfer) { IsOfFile = true }, maxLines: 8);
            await using var held = listing.ConfigureAwait(false);
            ListingEntry? only = null;
            var count = 0;
            await foreach (var entry in listing.EntriesAsync(cancellationToken).ConfigureAwait(false)) (only, count) = (entry, count + 1);
            var isIt = count == 1 && only is { Kind: EntryKind.File } && only.Name.Equals(name);
            return isIt ? (only, listing.Outcome?.FinalReply) : default;
        }
        catch (FtpReplyException)
        {
            return default;
        }
    }

    /// <summary>Returns a reader for the listing of a folder.</summary>
    public ListingReader Read(ListingCommand command, FtpPath folder, long maxLines) =>
        new(command, profile.Charset, time.GetUtcNow(), maxLines, profile.MaxListing, folder.Bytes, traits.DatesDayFirst);

    // Null if the server does not know the command after all.
    private async Task<ListingAttempt?> AskMlsdAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        if (folder.IsEmpty) return await AskWithinAsync(folder, isAnew: false, cancellationToken).ConfigureAwait(false);
        var mayHavePath = !folder.Text.AsSpan().ContainsAny(Patterns);
        if (mayHavePath && traits.MlsdPathWorks == true)
            return await SendMlsdAsync(folder, isByPath: true, cancellationToken).ConfigureAwait(false);
        if (!mayHavePath || where.IsIn(folder) || !traits.TryMlsdPath())
            return await AskWithinAsync(folder, isAnew: false, cancellationToken).ConfigureAwait(false);
        ListingAttempt? trial = null;
        try
        {
            trial = await SendMlsdAsync(folder, isByPath: true, cancellationToken).ConfigureAwait(false);
            return trial is null ? null : trial with { IsTrial = true };
        }
        finally
        {
            if (trial is null) traits.NoteMlsdPath(null);
        }
    }

    private async Task<ListingAttempt?> SendMlsdAsync(FtpPath folder, bool isByPath, CancellationToken cancellationToken)
    {
        if (isByPath) await where.ReturnForAsync(folder, cancellationToken).ConfigureAwait(false);
        var command = isByPath ? FtpCommands.Mlsd(folder) : FtpCommands.Mlsd(FtpPath.FromBytes([], profile.Charset));
        var what = What(command, folder);
        try
        {
            var transfer = await transfers.OpenAsync(new DataCommand(command, what), cancellationToken).ConfigureAwait(false);
            return new ListingAttempt(ListingCommand.Mlsd, what, transfer);
        }
        catch (FtpReplyException e) when (e is { Verb: "MLSD", Reply.Code: 500 or 501 or 502 or 504 })
        {
            // 501 is both RFC 3659's reply for a path that is no folder and the reply of servers that take no path. CWD tells which.
            if (e.Reply.Code == 501) await where.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
            traits.RefuseMlsd();
            return null;
        }
        catch (FtpReplyException e) when (e is { Verb: "MLSD", SessionUsable: true }
            && (isByPath ? ListingPolicy.SaysEmptyByPath(e.Reply) : ListingPolicy.SaysEmpty(e.Reply)))
        {
            return new ListingAttempt(ListingCommand.Mlsd, what, null, e.Reply);
        }
    }

    // Some servers list in TYPE A only, as RFC 959 has it.
    private async Task<ListingAttempt> AskAsciiAsync(
        FtpReplyException refusal, string what, bool isEntered, CancellationToken cancellationToken)
    {
        transfers.DropPrepared();
        try
        {
            await control.SendAsync(FtpCommands.TypeAscii, cancellationToken).ConfigureAwait(false);
            var transfer = await transfers.OpenAsync(new DataCommand(FtpCommands.List, what), cancellationToken).ConfigureAwait(false);
            traits.ProveListAscii();
            return new ListingAttempt(ListingCommand.List, what, transfer) { IsEntered = isEntered, IsAscii = true };
        }
        catch (FtpReplyException e) when (e.SessionUsable)
        {
            await LeaveAsciiAsync(cancellationToken).ConfigureAwait(false);
            throw refusal;
        }
    }

    private static bool MayBeForAscii(FtpReply reply) =>
        reply.Code is not (421 or 425 or 426 or 450 or 530)
            && !reply.Lines.Any(line => AccessSigns.Any(sign => line.Contains(sign, StringComparison.OrdinalIgnoreCase)));

    private static string What(FtpCommand<FtpReply> command, FtpPath folder) => folder.IsEmpty ? command.Verb : $"{command.Verb} {folder}";
}

/// <summary>A listing command that was sent.</summary>
/// <param name="Command">The command.</param>
/// <param name="What">The listing as messages show it.</param>
/// <param name="Transfer">Its data; null if the server refused with a reply that means an empty folder.</param>
/// <param name="Refusal">That reply.</param>
internal sealed record ListingAttempt(ListingCommand Command, string What, DataTransfer? Transfer, FtpReply? Refusal = null)
{
    /// <summary>Whether it was sent without a path from within the folder, which CWD has just shown to exist.</summary>
    public bool IsEntered { get; init; }

    /// <summary>
    /// Whether it is the site's first MLSD with a path: its entries are only compared with those of a listing from within the folder.
    /// </summary>
    public bool IsTrial { get; init; }

    /// <summary>Whether it is of a single file.</summary>
    public bool IsOfFile { get; init; }

    /// <summary>Whether the session is in TYPE A for it.</summary>
    public bool IsAscii { get; init; }
}
