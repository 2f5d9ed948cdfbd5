using System.ComponentModel;
using System.Runtime.ExceptionServices;
using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Accelerator.Jobs.Installing;

namespace Accelerator.Service.Windows;

/// <summary>
/// The Windows service control dispatcher: it calls the service's main function on a thread of its own, and its control handler on this
/// one. Windows allows one per process, so its callbacks are static.
/// </summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class ServiceDispatcher
{
    private const int NotStartedByWindows = 1063; // ERROR_FAILED_SERVICE_CONTROLLER_CONNECT
    private const uint NotKnown = 120;            // ERROR_CALL_NOT_IMPLEMENTED

    private static string s_name = "";
    private static Func<ScmReporter, Task<int>>? s_run;
    private static ScmReporter? s_reporter;
    private static Exception? s_failure;
    private static int s_exitCode;

    /// <summary>Runs the service, if Windows started this process.</summary>
    /// <param name="name">The service's name.</param>
    /// <param name="run">Runs the service from start to end, and returns the exit code.</param>
    /// <param name="exitCode">The exit code of the service.</param>
    /// <returns>False at a console.</returns>
    public static bool TryRun(string name, Func<ScmReporter, Task<int>> run, out int exitCode)
    {
        (s_name, s_run) = (name, run);
        fixed (char* text = name)
        {
            // An empty entry terminates the table.
            var table = stackalloc Entry[2];
            table[0] = new Entry { Name = text, Main = &RunMain };
            table[1] = default;
            var isService = StartServiceCtrlDispatcher(table);
            exitCode = s_exitCode;
            if (!isService && Marshal.GetLastPInvokeError() is var error && error != NotStartedByWindows) throw new Win32Exception(error);
            if (s_failure is not null) ExceptionDispatchInfo.Throw(s_failure);
            return isService;
        }
    }

    [UnmanagedCallersOnly]
    private static void RunMain(uint count, char** words)
    {
        // An exception that leaves this method ends the process without a message.
        try
        {
            var handle = RegisterServiceCtrlHandlerEx(s_name, &Handle, 0);
            if (handle == 0) throw new Win32Exception(Marshal.GetLastPInvokeError());
            using var reporter = new ScmReporter(status => SetServiceStatus(handle, in status), TimeProvider.System);
            s_reporter = reporter;
            reporter.Pending(ServiceRunState.Starting);
            s_exitCode = s_run!(reporter).GetAwaiter().GetResult();
            reporter.Stopped(s_exitCode);
        }
        catch (Exception e)
        {
            s_failure = e;
            s_reporter?.Stopped(Accelerator.Jobs.Control.ServiceExits.Failed.Value);
        }
    }

    [UnmanagedCallersOnly]
    private static uint Handle(uint control, uint eventType, nint eventData, nint context)
    {
        try
        {
            switch ((ScmControl)control)
            {
                case ScmControl.Interrogate:
                    s_reporter?.Again();
                    return 0;
                case ScmControl.Stop or ScmControl.Preshutdown or ScmControl.Pause or ScmControl.Continue or ScmControl.ParamChange:
                    s_reporter?.OnControl?.Invoke((ScmControl)control);
                    return 0;
                default:
                    return NotKnown;
            }
        }
        catch (Exception e)
        {
            s_failure = e;
            return NotKnown;
        }
    }

    [LibraryImport("advapi32", EntryPoint = "StartServiceCtrlDispatcherW", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool StartServiceCtrlDispatcher(Entry* table);

    [LibraryImport("advapi32", EntryPoint = "RegisterServiceCtrlHandlerExW", SetLastError = true,
        StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static partial nint RegisterServiceCtrlHandlerEx(
        string name, delegate* unmanaged<uint, uint, nint, nint, uint> handler, nint context);

    [LibraryImport("advapi32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool SetServiceStatus(nint handle, in ScmStatus status);

    // SERVICE_TABLE_ENTRYW.
    [StructLayout(LayoutKind.Sequential)]
    private struct Entry
    {
        public char* Name;
        public delegate* unmanaged<uint, char**, void> Main;
    }
}
