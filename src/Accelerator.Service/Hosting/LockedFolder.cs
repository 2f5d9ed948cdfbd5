using Accelerator.Ftp;
using Accelerator.Jobs.Control;

namespace Accelerator.Service.Hosting;

/// <summary>The data folder while this process holds it: private, and locked against a second service.</summary>
internal sealed class LockedFolder : IDisposable
{
    private readonly FileStream _lock;

    private LockedFolder(string path, FileStream @lock) => (Path, _lock) = (path, @lock);

    /// <summary>Its full path.</summary>
    public string Path { get; }

    /// <summary>Creates the data folder and its logs folder, and locks the data folder.</summary>
    /// <exception cref="ServiceFailure">The folder is not available.</exception>
    public static LockedFolder Take(DaemonOptions options)
    {
        try
        {
            PrivateFolder.Make(options.Data, null);
            PrivateFolder.Make(options.Logs, null);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw Unusable(options.Data, e);
        }
        return new LockedFolder(options.Data, Lock(System.IO.Path.Combine(options.Data, "ftpxd.lock")));
    }

    public void Dispose() => _lock.Dispose();

    private static FileStream Lock(string path)
    {
        try
        {
            return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
        }
        catch (IOException e)
        {
            throw new ServiceFailure(
                ServiceExits.Taken,
                $"Another ftpxd uses the data folder {SafeText.Escape(System.IO.Path.GetDirectoryName(path)!)}: "
                    + $"stop it, or set another folder with --data. ({e.Message})", e);
        }
        catch (UnauthorizedAccessException e)
        {
            throw Unusable(System.IO.Path.GetDirectoryName(path)!, e);
        }
    }

    private static ServiceFailure Unusable(string folder, Exception e)
    {
        // A folder that is refused because of its permissions already comes with advice.
        var advice = e.Message.Contains("--data", StringComparison.Ordinal)
            ? "" : " Let the account of the service create and write it, or set another folder with --data.";
        return new ServiceFailure(
            ServiceExits.Disk, $"The data folder {SafeText.Escape(folder)} cannot be used: {e.Message.TrimEnd('.')}.{advice}", e);
    }
}
