using System.Collections.Concurrent;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Makes the folders at the destination that files of one run need, each once, whoever needs it first.</summary>
internal sealed class FxpFolders(FxpSite destination, TimeProvider time)
{
    private const int MostTries = 3;

    private readonly ConcurrentDictionary<FtpPath, Lazy<Task>> _made = new();

    /// <summary>Makes them, the outermost first. Whether they are there then the STOR tells: a server says 550 to a folder that is there already, and to one that may not be made.</summary>
    public async Task MakeAsync(IReadOnlyList<FtpPath> folders, CancellationToken cancellationToken)
    {
        foreach (var folder in folders) await _made.GetOrAdd(folder, path => new Lazy<Task>(() => MakeAsync(path, cancellationToken))).Value.ConfigureAwait(false);
    }

    private async Task MakeAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        for (var i = 0; i < MostTries; i++)
        {
            if (await TryAsync(folder, cancellationToken).ConfigureAwait(false)) return;
        }
    }

    // Whether the server has answered. One that lets nobody in says so to the file.
    private async Task<bool> TryAsync(FtpPath folder, CancellationToken cancellationToken)
    {
        try
        {
            var session = await destination.RentAsync(cancellationToken).ConfigureAwait(false);
            try
            {
                await new FxpDestination(session, time).MakeFolderAsync(folder, cancellationToken).ConfigureAwait(false);
                return true;
            }
            finally
            {
                await destination.ReturnAsync(session).ConfigureAwait(false);
            }
        }
        catch (FtpException)
        {
            return false;
        }
        catch (Transfers.TransferException)
        {
            return true;
        }
    }
}
