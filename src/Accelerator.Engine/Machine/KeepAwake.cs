using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Engine.Machine;

/// <summary>
/// Keeps the machine from going to sleep until <see cref="Dispose"/>; <c>powercfg /requests</c> shows the request with its reason. A user
/// can still put the machine to sleep. On Windows only: on a Linux desktop that needs the session manager, and a server does not sleep.
/// </summary>
internal sealed partial class KeepAwake : IDisposable
{
    private const uint SimpleString = 1;            // POWER_REQUEST_CONTEXT_SIMPLE_STRING
    private const int SystemRequired = 1;           // PowerRequestSystemRequired: no sleep after idle time
    // PowerRequestExecutionRequired: no sleep with modern standby either, where the process would be suspended
    private const int ExecutionRequired = 3;
    private const nint Invalid = -1;

    private nint _request = Invalid;

    private KeepAwake()
    {
    }

    /// <summary>Whether the system has accepted the request.</summary>
    public bool IsHeld => _request != Invalid;

    /// <summary>Sends the request to the system. A refusal is ignored: no transfer fails for that.</summary>
    /// <param name="reason">The activity, shown to a user who checks why the machine stays awake.</param>
    public static KeepAwake For(string reason)
    {
        var held = new KeepAwake();
        if (OperatingSystem.IsWindows()) held.Take(reason);
        return held;
    }

    /// <summary>Lets the machine sleep again. Windows also ends the request when the process ends, however it ends.</summary>
    public void Dispose()
    {
        var request = Interlocked.Exchange(ref _request, Invalid);
        if (request == Invalid || !OperatingSystem.IsWindows()) return;
        PowerClearRequest(request, SystemRequired);
        PowerClearRequest(request, ExecutionRequired);
        CloseHandle(request);
    }

    [SupportedOSPlatform("windows")]
    private unsafe void Take(string reason)
    {
        fixed (char* text = reason)
        {
            var context = new ReasonContext { Flags = SimpleString, Text = text };
            _request = PowerCreateRequest(&context);
        }
        if (!IsHeld) return;
        // A service is refused the second request.
        var isSystemHeld = PowerSetRequest(_request, SystemRequired);
        var isProcessHeld = PowerSetRequest(_request, ExecutionRequired);
        if (!isSystemHeld && !isProcessHeld) Dispose();
    }

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    private static unsafe partial nint PowerCreateRequest(ReasonContext* context);

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool PowerSetRequest(nint request, int kind);

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool PowerClearRequest(nint request, int kind);

    [LibraryImport("kernel32")]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    private static partial bool CloseHandle(nint handle);

    // REASON_CONTEXT: the text shares its storage with the longer form of a reason from a resource, whose size is read in any case.
    private unsafe struct ReasonContext
    {
        public uint Version;
        public uint Flags;
        public char* Text;
        public uint ResourceId;
        public uint TextCount;
        public nint Texts;
    }
}
