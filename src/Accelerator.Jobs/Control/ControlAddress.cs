using System.Security.Cryptography;
using System.Text;

namespace Accelerator.Jobs.Control;

/// <summary>Where the service with a data folder is asked: one folder, one service, one address.</summary>
public static class ControlAddress
{
    // struct sockaddr_un has 108 bytes for it, the last a NUL.
    private const int LongestSocketPath = 107;

    /// <summary>
    /// On Windows a pipe's name: <c>ftpx</c> for the usual folder, else <c>ftpx-</c> and sixteen digits of the folder's hash, so that two
    /// services with different folders do not meet. Elsewhere the path of a socket: <c>ftpx.sock</c> in the folder.
    /// </summary>
    /// <exception cref="ControlException">The folder's path is too long for a socket.</exception>
    public static string Of(string data)
    {
        if (OperatingSystem.IsWindows()) return PipeName(data, DataFolder.OfWindows());
        var path = Path.Combine(data, "ftpx.sock");
        return Encoding.UTF8.GetByteCount(path) <= LongestSocketPath
            ? path
            : throw new ControlException(
                ControlFailure.Usage,
                $"The path of the data folder {data} is too long: with /ftpx.sock behind it Linux takes {LongestSocketPath} bytes. "
                    + "Name a shorter one with --data.");
    }

    /// <summary>The pipe's name. Windows does not tell letters by their case, and neither do its folders.</summary>
    internal static string PipeName(string data, string usual)
    {
        var folder = Path.TrimEndingDirectorySeparator(data);
        return folder.Equals(usual, StringComparison.OrdinalIgnoreCase)
            ? "ftpx" : $"ftpx-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(folder.ToUpperInvariant())))[..16]}";
    }
}
