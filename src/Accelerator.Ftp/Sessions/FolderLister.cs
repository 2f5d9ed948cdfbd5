using System.Buffers;
using Accelerator.Ftp.Control;
using Accelerator.Ftp.Data;
using Accelerator.Ftp.Listings;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Chooses the command that lists a folder. MLSD with the folder's path, if FEAT lists it; else CWD and a bare LIST, because servers split
/// LIST's path at spaces, take it for options, list another folder, or return nothing for one that does not exist (vsftpd); else NLST.
/// Options of <c>ls</c> are never sent: some servers take them for a file name and return nothing.
/// </summary>
internal sealed class FolderLister(
    SessionProfile profile, ServerTraits traits, TransferOpener transfers, WorkingFolder where, TimeProvider time)
{
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
            : await AskListAsync(folder, cancellationToken).ConfigureAwait(false);

    /// <summary>Requests LIST, or NLST from a server that does not know LIST.</summary>
    /// <inheritdoc cref="AskAsync"/>
    public async Task<ListingAttempt> AskListAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        await where.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
        while (true)
        {
            var command = traits.ListRefused ? FtpCommands.Nlst : FtpCommands.List;
            var kind = traits.ListRefused ? ListingCommand.Nlst : ListingCommand.List;
            var what = What(command, folder);
            try
            {
                return new ListingAttempt(
                    kind, what, await transfers.OpenAsync(new DataCommand(command, what), cancellationToken).ConfigureAwait(false));
            }
            catch (FtpReplyException e) when (kind == ListingCommand.List && e is { Verb: "LIST", Reply.Code: 500 or 502 })
            {
                traits.RefuseList();
            }
            catch (FtpReplyException e) when (e.Verb == command.Verb && ListingPolicy.SaysEmpty(e.Reply))
            {
                return new ListingAttempt(kind, what, null, e.Reply);
            }
        }
    }

    /// <summary>Returns whether LIST of one file can be sent: a server must not take the path for anything else.</summary>
    public bool MayListFile(FtpPath file) => !file.Text.AsSpan().ContainsAny(Misread) && !file.Text.StartsWith('-') && !traits.ListRefused;

    /// <summary>Returns the size of one file in LIST; null if LIST has none, or not for that file alone.</summary>
    public async Task<long?> FileSizeAsync(FtpPath file, CancellationToken cancellationToken)
    {
        var command = FtpCommands.ListOf(file);
        var what = What(command, file);
        try
        {
            await where.ReturnForAsync(file, cancellationToken).ConfigureAwait(false);
            var transfer = await transfers.OpenAsync(new DataCommand(command, what), cancellationToken).ConfigureAwait(false);
            var listing = new FtpListing(this, file, new ListingAttempt(ListingCommand.List, what, transfer), maxLines: 8);
            await using var held = listing.ConfigureAwait(false);
            ListingEntry? only = null;
            var count = 0;
            await foreach (var entry in listing.EntriesAsync(cancellationToken).ConfigureAwait(false)) (only, count) = (entry, count + 1);
            return count == 1 && only is { Kind: EntryKind.File } && only.Name.Equals(file.Split().Name) ? only.Size : null;
        }
        catch (FtpReplyException)
        {
            return null;
        }
    }

    /// <summary>Returns a reader for the listing of a folder.</summary>
    public ListingReader Read(ListingCommand command, FtpPath folder, long maxLines) =>
        new(command, profile.Charset, time.GetUtcNow(), maxLines, profile.MaxListing, folder.Bytes, traits.DatesDayFirst);

    // Null if the server does not know the command after all.
    private async Task<ListingAttempt?> AskMlsdAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        await where.ReturnForAsync(folder, cancellationToken).ConfigureAwait(false);
        var command = FtpCommands.Mlsd(folder);
        var what = What(command, folder);
        try
        {
            return new ListingAttempt(ListingCommand.Mlsd, what,
                await transfers.OpenAsync(new DataCommand(command, what), cancellationToken).ConfigureAwait(false));
        }
        catch (FtpReplyException e) when (e is { Verb: "MLSD", Reply.Code: 500 or 501 or 502 or 504 })
        {
            // 501 is both RFC 3659's reply for a path that is no folder and the reply of servers that take no path. CWD tells which.
            if (e.Reply.Code == 501) await where.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
            traits.RefuseMlsd();
            return null;
        }
    }

    private static string What(FtpCommand<FtpReply> command, FtpPath folder) => folder.IsEmpty ? command.Verb : $"{command.Verb} {folder}";
}

/// <summary>A listing command that was sent.</summary>
/// <param name="Command">The command.</param>
/// <param name="What">The listing as messages show it.</param>
/// <param name="Transfer">Its data; null if the server refused with a reply that means an empty folder.</param>
/// <param name="Refusal">That reply.</param>
internal sealed record ListingAttempt(ListingCommand Command, string What, DataTransfer? Transfer, FtpReply? Refusal = null);
