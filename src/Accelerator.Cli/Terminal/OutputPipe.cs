using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Cli.Terminal;

/// <summary>
/// Checks whether standard output still has a reader. .NET silently discards what is written to a pipe without a reader, so that a listing
/// of a million names would continue to its end behind <c>head</c>.
/// </summary>
internal static partial class OutputPipe
{
    private const int StandardOutput = 1;
    private const short Writable = 0x0004; // POLLOUT
    private const short Error = 0x0008; // POLLERR: for a pipe, its reader has closed it

    /// <summary>
    /// Returns whether standard output is a pipe that its reader has closed. Always false on Windows, which has no such query.
    /// </summary>
    public static bool IsClosed() => OperatingSystem.IsLinux() && IsClosedOnLinux();

    /// <summary>Waits until standard output takes further bytes, or has failed.</summary>
    [SupportedOSPlatform("linux")]
    public static void WaitUntilWritable()
    {
        var asked = new Asked { Descriptor = StandardOutput, Wanted = Writable };
        _ = Poll(ref asked, 1, Timeout.Infinite);
    }

    [SupportedOSPlatform("linux")]
    private static bool IsClosedOnLinux()
    {
        var asked = new Asked { Descriptor = StandardOutput };
        return Poll(ref asked, 1, 0) > 0 && (asked.Found & Error) != 0;
    }

    [LibraryImport("libc", EntryPoint = "poll")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Poll(ref Asked asked, nuint count, int milliseconds);

    // struct pollfd.
    [StructLayout(LayoutKind.Sequential)]
    private struct Asked
    {
        public int Descriptor;
        public short Wanted;
        public short Found;
    }
}
