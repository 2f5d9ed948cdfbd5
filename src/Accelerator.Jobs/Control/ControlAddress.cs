using System.Security.Cryptography;
using System.Text;

namespace Accelerator.Jobs.Control;

/// <summary>Gets the control address of the service with a data folder: one folder, one service, one address.</summary>
public static class ControlAddress
{
    // sun_path of struct sockaddr_un has 108 bytes, the last a NUL.
    private const int LongestSocketPath = 107;

    /// <summary>
    /// Returns, on Windows, the name of a pipe: <c>ftpx</c> for the default folder, else <c>ftpx-</c> and sixteen digits of the folder's
    /// hash, so that two services with different folders do not collide. Elsewhere the path of a socket: <c>ftpx.sock</c> in the folder.
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
                    + "Use a shorter path with --data.");
    }

    /// <summary>Returns the pipe's name. Names on Windows are case-insensitive, as its folders are.</summary>
    internal static string PipeName(string data, string usual)
    {
        var folder = Path.TrimEndingDirectorySeparator(data);
        return folder.Equals(usual, StringComparison.OrdinalIgnoreCase)
            ? "ftpx" : $"ftpx-{Convert.ToHexString(SHA256.HashData(Encoding.UTF8.GetBytes(folder.ToUpperInvariant())))[..16]}";
    }
}
