using Accelerator.Ftp.Control;
using Accelerator.Ftp.Listings;

namespace Accelerator.Ftp.Sessions;

/// <summary>
/// Chooses the command that lists a folder. MLSD with the folder's path, where FEAT lists it; else CWD and a bare LIST, because servers
/// split LIST's path at blanks, take it for options, show another folder, or show nothing of one that does not exist (vsftpd); else NLST.
/// Options of <c>ls</c> are never sent: there are servers that take them for a file's name and answer with nothing.
/// </summary>
internal sealed class FolderLister(
    SessionProfile profile, ServerTraits traits, TransferOpener transfers, WorkingFolder where, TimeProvider time)
{
    /// <summary>What the site has learned.</summary>
    public ServerTraits Traits => traits;

    /// <summary>Measures time.</summary>
    public TimeProvider Time => time;

    /// <summary>Asks for a listing.</summary>
    /// <exception cref="FtpReplyException">There is no such folder, or it may not be listed.</exception>
    public async Task<ListingAttempt> AskAsync(FtpPath folder, FtpFeatures features, CancellationToken cancellationToken)
    {
        return features.HasMlsd && traits.MlsdWorks != false
            && await AskMlsdAsync(folder, cancellationToken).ConfigureAwait(false) is { } attempt
            ? attempt
            : await AskListAsync(folder, cancellationToken).ConfigureAwait(false);
    }

    /// <summary>Asks for LIST, or for NLST of a server that does not know LIST.</summary>
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

    /// <summary>Asks for LIST of one file.</summary>
    /// <exception cref="FtpReplyException">The server refused.</exception>
    public async Task<ListingAttempt> AskFileAsync(FtpPath file, CancellationToken cancellationToken)
    {
        await where.ReturnForAsync(file, cancellationToken).ConfigureAwait(false);
        var command = FtpCommands.ListOf(file);
        var what = What(command, file);
        return new ListingAttempt(
            ListingCommand.List, what, await transfers.OpenAsync(command, what, 0, null, null, cancellationToken).ConfigureAwait(false));
    }

    /// <summary>A reader for what comes of a folder.</summary>
    public ListingReader Read(ListingCommand command, FtpPath folder, long maxLines) =>
        new(command, profile.Charset, time.GetUtcNow(), maxLines, folder.Bytes, traits.DatesDayFirst);

    // Null where the server does not know it after all.
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
            // 501 is both what RFC 3659 wants for a path that is no folder and what servers say that take no path. CWD tells which.
            if (e.Reply.Code == 501) await where.EnterAsync(folder, cancellationToken).ConfigureAwait(false);
            traits.RefuseMlsd();
            return null;
        }
    }

    private static string What(FtpCommand<FtpReply> command, FtpPath folder) => folder.IsEmpty ? command.Verb : $"{command.Verb} {folder}";
}
