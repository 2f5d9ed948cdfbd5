using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Cli.Terminal;

/// <summary>
/// Checks whether the shell has given this process its standard descriptors (<c>2&gt;&amp;-</c> closes one). The runtime reuses a closed
/// descriptor for its own pipes and libraries before the first line of this program runs: output written to it does not reach the user, and
/// may break the runtime.
/// </summary>
internal static partial class StandardDescriptors
{
    private const int Last = 2;
    private const int GetFlags = 1; // F_GETFD
    private const int CloseOnExec = 1; // FD_CLOEXEC

    // Held for the life of the process: a file opened later must not become standard error, to which the runtime writes when it fails.
    private static readonly List<SafeFileHandle> Placeholders = [];

    /// <summary>
    /// Returns whether a descriptor was inherited: an inherited descriptor cannot be marked close-on-exec, and the runtime marks all of its
    /// own. Always true on Windows.
    /// </summary>
    /// <param name="descriptor">0 to 2.</param>
    public static bool IsInherited(int descriptor) =>
        !OperatingSystem.IsLinux() || Fcntl(descriptor, GetFlags) is >= 0 and var flags && (flags & CloseOnExec) == 0;

    /// <summary>Occupies the standard descriptors that are still free with /dev/null.</summary>
    [SupportedOSPlatform("linux")]
    public static void OccupyFree()
    {
        while (Enumerable.Range(0, Last + 1).Any(descriptor => Fcntl(descriptor, GetFlags) < 0))
        {
            try
            {
                Placeholders.Add(File.OpenHandle("/dev/null", FileMode.Open, FileAccess.ReadWrite, FileShare.ReadWrite));
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                return;
            }
        }
    }

    [LibraryImport("libc", EntryPoint = "fcntl")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.SafeDirectories)]
    private static partial int Fcntl(int descriptor, int command);
}
