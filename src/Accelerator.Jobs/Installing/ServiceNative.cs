using System.Runtime.InteropServices;
using System.Runtime.Versioning;
using Microsoft.Win32.SafeHandles;

namespace Accelerator.Jobs.Installing;

/// <summary>The functions of Windows' service control manager (winsvc.h).</summary>
[SupportedOSPlatform("windows")]
internal static unsafe partial class ServiceNative
{
    public const uint Connect = 0x1;                   // SC_MANAGER_CONNECT
    public const uint CreateRight = 0x2;               // SC_MANAGER_CREATE_SERVICE
    public const uint QueryConfig = 0x1;               // SERVICE_QUERY_CONFIG
    public const uint ChangeConfig = 0x2;              // SERVICE_CHANGE_CONFIG
    public const uint QueryStatus = 0x4;               // SERVICE_QUERY_STATUS
    public const uint StartRight = 0x10;               // SERVICE_START
    public const uint StopRight = 0x20;                // SERVICE_STOP
    public const uint PauseRight = 0x40;               // SERVICE_PAUSE_CONTINUE
    public const uint Delete = 0x1_0000;               // DELETE

    public const uint OwnProcess = 0x10;               // SERVICE_WIN32_OWN_PROCESS
    public const uint Automatic = 2;                   // SERVICE_AUTO_START
    public const uint Manual = 3;                      // SERVICE_DEMAND_START
    public const uint LogFailures = 1;                 // SERVICE_ERROR_NORMAL

    public const int AccessDenied = 5;
    public const int InsufficientBuffer = 122;
    public const int AlreadyRunning = 1056;            // ERROR_SERVICE_ALREADY_RUNNING
    public const int DoesNotExist = 1060;              // ERROR_SERVICE_DOES_NOT_EXIST
    public const int NotActive = 1062;                 // ERROR_SERVICE_NOT_ACTIVE
    public const uint SpecificError = 1066;            // ERROR_SERVICE_SPECIFIC_ERROR
    public const int MarkedForDelete = 1072;           // ERROR_SERVICE_MARKED_FOR_DELETE
    public const int Exists = 1073;                    // ERROR_SERVICE_EXISTS
    public const uint NeverStarted = 1077;             // ERROR_SERVICE_NEVER_STARTED

    [LibraryImport("advapi32", EntryPoint = "OpenSCManagerW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static partial ServiceHandle OpenSCManager(string? machine, string? database, uint rights);

    [LibraryImport("advapi32", EntryPoint = "OpenServiceW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static partial ServiceHandle OpenService(ServiceHandle list, string name, uint rights);

    [LibraryImport("advapi32", EntryPoint = "CreateServiceW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    public static partial ServiceHandle CreateService(
        ServiceHandle list, string name, string displayName, uint rights, uint type, uint start, uint error, string commandLine,
        string? group, nint tag, string? dependencies, string account, string? password);

    [LibraryImport("advapi32", EntryPoint = "ChangeServiceConfigW", SetLastError = true, StringMarshalling = StringMarshalling.Utf16)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ChangeServiceConfig(
        ServiceHandle service, uint type, uint start, uint error, string commandLine, string? group, nint tag, string? dependencies,
        string? account, string? password, string displayName);

    [LibraryImport("advapi32", EntryPoint = "ChangeServiceConfig2W", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ChangeServiceConfig2(ServiceHandle service, uint what, void* value);

    [LibraryImport("advapi32", EntryPoint = "QueryServiceConfigW", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryServiceConfig(ServiceHandle service, Config* config, uint size, out uint needed);

    [LibraryImport("advapi32", EntryPoint = "QueryServiceConfig2W", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryServiceConfig2(ServiceHandle service, uint what, void* value, uint size, out uint needed);

    [LibraryImport("advapi32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool QueryServiceStatusEx(ServiceHandle service, int level, Status* status, uint size, out uint needed);

    [LibraryImport("advapi32", EntryPoint = "StartServiceW", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool StartService(ServiceHandle service, uint count, nint words);

    [LibraryImport("advapi32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool ControlService(ServiceHandle service, uint control, Status* status);

    [LibraryImport("advapi32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool DeleteService(ServiceHandle service);

    [LibraryImport("advapi32", SetLastError = true)]
    [DefaultDllImportSearchPaths(DllImportSearchPath.System32)]
    [return: MarshalAs(UnmanagedType.Bool)]
    public static partial bool CloseServiceHandle(nint handle);

    /// <summary>SERVICE_STATUS_PROCESS, which begins with SERVICE_STATUS.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Status
    {
        public uint Type;

        public uint State;

        public uint Accepted;

        public uint ExitCode;

        public uint SpecificExitCode;

        public uint Checkpoint;

        public uint WaitHint;

        public uint ProcessId;

        public uint Flags;
    }

    /// <summary>QUERY_SERVICE_CONFIGW.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Config
    {
        public uint Type;

        public uint Start;

        public uint Error;

        public char* CommandLine;

        public char* Group;

        public uint Tag;

        public char* Dependencies;

        public char* Account;

        public char* DisplayName;
    }
}

/// <summary>An SC_HANDLE.</summary>
internal sealed class ServiceHandle() : SafeHandleZeroOrMinusOneIsInvalid(ownsHandle: true)
{
    protected override bool ReleaseHandle() => !OperatingSystem.IsWindows() || ServiceNative.CloseServiceHandle(handle);
}
