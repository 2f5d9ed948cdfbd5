using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Accelerator.Engine.Transfers;

namespace Accelerator.Cli.Hosting;

/// <summary>
/// The number of files and sockets that this process may have open at once (<c>ulimit -n</c>). The runtime has already raised it to the
/// maximum.
/// </summary>
internal static partial class FileLimit
{
    // The runtime and its libraries hold about 100 descriptors. Below this a library may fail to load at any moment.
    private const long Least = 128;
    private const long OfTheRuntime = 112;

    // Two sockets per stream, and in a mirror a partial file and its journal.
    private const long OfAStream = 4;

    private const int OpenFiles = 7; // RLIMIT_NOFILE
    private const int StandardError = 2;

    /// <summary>The limit; null if there is none or it cannot be read.</summary>
    public static long? Now() =>
        OperatingSystem.IsLinux() && GetLimit(OpenFiles, out var limit) == 0 && limit.Current <= long.MaxValue ? (long)limit.Current : null;

    /// <summary>Reports on standard error, using only system calls, that the limit is too low to run at all.</summary>
    /// <returns>True if the limit is too low.</returns>
    public static bool IsTooLow()
    {
        if (!OperatingSystem.IsLinux() || Now() is not { } limit || limit >= Least) return false;
        var line = "ftpx: error: This process may open only " + limit.ToString(null, null)
            + " files at once (ulimit -n), and ftpx needs 128. Raise the limit, for example with: ulimit -n 1024\n";
        var bytes = new byte[line.Length];
        for (var i = 0; i < bytes.Length; i++) bytes[i] = (byte)line[i];
        _ = Write(StandardError, bytes, (nuint)bytes.Length);
        return true;
    }

    /// <summary>Limits the streams of a request to what the limit allows.</summary>
    /// <param name="request">The request.</param>
    /// <param name="limit">The limit; null for none.</param>
    /// <param name="warn">Receives a sentence if there are fewer streams than requested.</param>
    public static TransferRequest Bound(TransferRequest request, long? limit, Action<string> warn)
    {
        if (limit is not { } files || Math.Max(1, (files - OfTheRuntime) / OfAStream) is var most && most >= request.MostStreams)
            return request;
        warn($"This process may open only {files} files at once (ulimit -n), so ftpx uses at most {most} streams.");
        return request with
        {
            Streams = request.Streams is { } wanted ? checked((int)Math.Min(wanted, most)) : null,
            MaxStreams = checked((int)most),
        };
    }

    [LibraryImport("libc", EntryPoint = "getrlimit")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [SupportedOSPlatform("linux")]
    private static partial int GetLimit(int resource, out Limit limit);

    [LibraryImport("libc", EntryPoint = "write")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    [SupportedOSPlatform("linux")]
    private static partial nint Write(int descriptor, byte[] bytes, nuint count);

    // struct rlimit.
    [StructLayout(LayoutKind.Sequential)]
    private struct Limit
    {
        public ulong Current;
        public ulong Most;
    }
}
