using System.Collections.Concurrent;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Creates the folders at the destination that the files of one run need, each once, on first use.</summary>
internal sealed class FxpFolders(FxpSite destination, TimeProvider time)
{
    private const int MostTries = 3;

    private readonly ConcurrentDictionary<FtpPath, Lazy<Task<bool>>> _made = new();

    /// <summary>
    /// Creates the folders, the outermost first. The later STOR shows whether they exist: a server replies 550 both to a folder that exists
    /// already and to one that may not be created.
    /// </summary>
    /// <returns>Whether the server has created any.</returns>
    public async Task<bool> MakeAsync(IEnumerable<FtpPath> folders, CancellationToken cancellationToken)
    {
        var any = false;
        foreach (var folder in folders)
            any |= await _made.GetOrAdd(
                folder, path => new Lazy<Task<bool>>(() => MakeAsync(path, cancellationToken))).Value.ConfigureAwait(false);
        return any;
    }

    /// <summary>Returns the folders that contain a file, the outermost first.</summary>
    public static IReadOnlyList<FtpPath> Around(FtpPath file)
    {
        var around = new List<FtpPath>();
        for (var folder = file.Split().Folder; !folder.IsEmpty && !folder.Split().Name.IsEmpty; folder = folder.Split().Folder)
            around.Insert(0, folder);
        return around;
    }

    private async Task<bool> MakeAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        for (var i = 0; i < MostTries; i++)
        {
            if (await TryAsync(folder, cancellationToken).ConfigureAwait(false) is { } isMade) return isMade;
        }
        return false;
    }

    // Null where the session was lost. A server that refuses the login reports that to the file.
    private async Task<bool?> TryAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        try
        {
            var session = await destination.RentAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                return await new FxpDestination(session, time).MakeFolderAsync(folder, cancellationToken).ConfigureAwait(false);
            }
            finally
            {
                await destination.Sessions.ReturnAsync(session).ConfigureAwait(false);
            }
        }
        catch (FtpException)
        {
            return null;
        }
        catch (Exception e) when (e is Transfers.TransferException or OperationCanceledException)
        {
            return false;
        }
    }
}
