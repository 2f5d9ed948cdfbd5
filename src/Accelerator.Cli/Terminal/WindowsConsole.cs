using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Cli.Terminal;

/// <summary>Enables control sequences on a Windows console, which .NET does not do.</summary>
[SupportedOSPlatform("windows")]
internal static partial class WindowsConsole
{
    private const int StandardOutput = -11;
    private const int StandardError = -12;
    private const uint TakesSequences = 0x0004; // ENABLE_VIRTUAL_TERMINAL_PROCESSING

    /// <summary>
    /// Enables control sequences for the console behind a standard handle until the process ends: Windows Terminal has them enabled, the
    /// console of cmd on Windows 10 and Server 2016 does not.
    /// </summary>
    /// <returns>False if there is no console, or if it does not support them: the legacy console, or Wine's, which accepts the mode and
    /// draws the sequences.</returns>
    public static bool TryTakeSequences(bool ofError)
    {
        if (NativeLibrary.TryGetExport(NativeLibrary.Load("ntdll", typeof(WindowsConsole).Assembly, DllImportSearchPath.System32),
            "wine_get_version", out _))
            return false;
        var handle = GetStdHandle(ofError ? StandardError : StandardOutput);
        if (!GetConsoleMode(handle, out var mode)) return false;
        if ((mode & TakesSequences) != 0) return true;
        if (!SetConsoleMode(handle, mode | TakesSequences)) return false;

        // The mode belongs to the window and would outlive this process. Environment.Exit also raises this event.
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
