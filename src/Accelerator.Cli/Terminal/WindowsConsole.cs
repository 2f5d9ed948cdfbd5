using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Cli.Terminal;

/// <summary>What .NET does not ask of a Windows console: to understand control sequences.</summary>
[SupportedOSPlatform("windows")]
internal static partial class WindowsConsole
{
    private const int StandardOutput = -11;
    private const int StandardError = -12;
    private const uint TakesSequences = 0x0004; // ENABLE_VIRTUAL_TERMINAL_PROCESSING

    /// <summary>
    /// Switches control sequences on for the console behind a standard handle, until the process ends: Windows Terminal has them on, the
    /// console of cmd on Windows 10 and Server 2016 has not.
    /// </summary>
    /// <returns>False where there is no console, or one that cannot: the legacy console, or Wine's, which takes the mode and draws the
    /// sequences.</returns>
    public static bool TryTakeSequences(bool ofError)
    {
        if (NativeLibrary.TryGetExport(NativeLibrary.Load("ntdll", typeof(WindowsConsole).Assembly, DllImportSearchPath.System32),
            "wine_get_version", out _))
            return false;
        var handle = GetStdHandle(ofError ? StandardError : StandardOutput);
        if (!GetConsoleMode(handle, out var mode)) return false;
        if ((mode & TakesSequences) != 0) return true;
        if (!SetConsoleMode(handle, mode | TakesSequences)) return false;

        // The mode is the window's: it would outlive this process. Environment.Exit comes by here too.
        AppDomain.CurrentDomain.ProcessExit += (_, _) => SetConsoleMode(handle, mode);
        return true;
    }

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial nint GetStdHandle(int which);

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool GetConsoleMode(nint handle, out uint mode);

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool SetConsoleMode(nint handle, uint mode);
}
