using Accelerator.Ftp.Control;
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
    /// <summary>What the site has learned about the server.</summary>
    public ServerTraits Traits => traits;

    /// <summary>The clock.</summary>
    public TimeProvider Time => time;

    /// <summary>Requests a listing.</summary>
    /// <exception cref="FtpReplyException">The folder does not exist, or may not be listed.</exception>
    public async Task<ListingAttempt> AskAsync(FtpPath folder, FtpFeatures features, CancellationToken cancellationToken)
    {
        return features.HasMlsd && traits.MlsdWorks != false
            && await AskMlsdAsync(folder, cancellationToken).ConfigureAwait(false) is { } attempt
            ? attempt
            : await AskListAsync(folder, cancellationToken).ConfigureAwait(false);
    }

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
                    kind, what, await transfers.OpenAsync(command, what, 0, null, null, cancellationToken).ConfigureAwait(false));
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

    /// <summary>Requests LIST of one file.</summary>
    /// <exception cref="FtpReplyException">The server refused.</exception>
    public async Task<ListingAttempt> AskFileAsync(FtpPath file, CancellationToken cancellationToken)
    {
        await where.ReturnForAsync(file, cancellationToken).ConfigureAwait(false);
        var command = FtpCommands.ListOf(file);
        var what = What(command, file);
        return new ListingAttempt(
            ListingCommand.List, what, await transfers.OpenAsync(command, what, 0, null, null, cancellationToken).ConfigureAwait(false));
    }

    /// <summary>Returns a reader for the listing of a folder.</summary>
    public ListingReader Read(ListingCommand command, FtpPath folder, long maxLines) =>
        new(command, profile.Charset, time.GetUtcNow(), maxLines, folder.Bytes, traits.DatesDayFirst);

    // Null if the server does not know the command after all.
    private async Task<ListingAttempt?> AskMlsdAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        await where.ReturnForAsync(folder, cancellationToken).ConfigureAwait(false);
        var command = FtpCommands.Mlsd(folder);
        var what = What(command, folder);
        try
        {
            return new ListingAttempt(ListingCommand.Mlsd, what,
                await transfers.OpenAsync(command, what, 0, null, null, cancellationToken).ConfigureAwait(false));
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
