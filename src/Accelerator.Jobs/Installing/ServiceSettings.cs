using System.Runtime.InteropServices;
using System.Runtime.Versioning;

namespace Accelerator.Jobs.Installing;

/// <summary>The settings of a service beside its command line: ChangeServiceConfig2, one call per setting.</summary>
[SupportedOSPlatform("windows")]
internal static unsafe class ServiceSettings
{
    private const uint Description = 1;             // SERVICE_CONFIG_DESCRIPTION
    private const uint FailureActions = 2;          // SERVICE_CONFIG_FAILURE_ACTIONS
    private const uint DelayedStart = 3;            // SERVICE_CONFIG_DELAYED_AUTO_START_INFO
    private const uint FailureActionsFlag = 4;      // SERVICE_CONFIG_FAILURE_ACTIONS_FLAG
    private const uint SidInfo = 5;                 // SERVICE_CONFIG_SERVICE_SID_INFO
    private const uint RequiredPrivileges = 6;      // SERVICE_CONFIG_REQUIRED_PRIVILEGES_INFO
    private const uint Preshutdown = 7;             // SERVICE_CONFIG_PRESHUTDOWN_INFO

    private const uint Unrestricted = 1;            // SERVICE_SID_TYPE_UNRESTRICTED
    private const uint Restart = 1;                 // SC_ACTION_RESTART

    // Wine 8 supports only some of them; no Windows since 7 returns any of these.
    // ERROR_NOT_SUPPORTED, ERROR_INVALID_PARAMETER, ERROR_CALL_NOT_IMPLEMENTED, ERROR_INVALID_LEVEL
    private static readonly int[] NotThere = [50, 87, 120, 124];

    /// <summary>Writes all settings.</summary>
    /// <returns>The settings that this system does not support, in sentences.</returns>
    /// <exception cref="ServiceControlException">A setting was refused.</exception>
    public static IReadOnlyList<string> Apply(ServiceHandle service, ServiceInstallation wanted)
    {
        var missing = new List<string>();
        fixed (char* text = ServiceInstallation.Description)
        {
            var pointer = text;
            Set(service, Description, &pointer, "a description", missing);
        }
        SetRestarts(service, missing);
        var yes = 1;
        Set(service, FailureActionsFlag, &yes, "restarts after an end with an error code", missing);
        var delayed = wanted.Start == ServiceStart.Delayed ? 1 : 0;
        // A service that is not started with the computer has no such setting.
        if (wanted.Start != ServiceStart.Manual) Set(service, DelayedStart, &delayed, "a delayed start", missing);
        var sid = Unrestricted;
        Set(service, SidInfo, &sid, "a SID of its own", missing);
        fixed (char* privileges = string.Join('\0', ServiceInstallation.Privileges) + "\0\0")
        {
            var pointer = privileges;
            Set(service, RequiredPrivileges, &pointer, "fewer privileges", missing);
        }
        var preshutdown = checked((uint)ServiceInstallation.Preshutdown.TotalMilliseconds);
        Set(service, Preshutdown, &preshutdown, "time to stop when the computer is shut down", missing);
        return missing;
    }

    /// <summary>Returns whether the start is delayed; true if this system does not report it.</summary>
    public static bool IsDelayed(ServiceHandle service)
    {
        var delayed = 0;
        return !ServiceNative.QueryServiceConfig2(service, DelayedStart, &delayed, sizeof(int), out _) || delayed != 0;
    }

    private static void SetRestarts(ServiceHandle service, List<string> missing)
    {
        var actions = stackalloc Action[ServiceInstallation.Restarts.Count];
        for (var i = 0; i < ServiceInstallation.Restarts.Count; i++)
            actions[i] = new Action { Type = Restart, Delay = checked((uint)ServiceInstallation.Restarts[i].TotalMilliseconds) };
        var all = new Actions { Reset = checked((uint)ServiceInstallation.RestartsReset.TotalSeconds),
            Count = (uint)ServiceInstallation.Restarts.Count, All = actions };
        Set(service, FailureActions, &all, "restarts after a crash", missing);
    }

    private static void Set(ServiceHandle service, uint what, void* value, string name, List<string> missing)
    {
        if (ServiceNative.ChangeServiceConfig2(service, what, value)) return;
        var error = Marshal.GetLastPInvokeError();
        if (!NotThere.Contains(error)) throw ServiceErrors.From(error, $"Windows does not configure {name}");
        missing.Add($"This system does not know {name} for a service.");
    }

    // SC_ACTION.
    [StructLayout(LayoutKind.Sequential)]
    private struct Action
    {
        public uint Type;
        public uint Delay;
    }

    // SERVICE_FAILURE_ACTIONSW.
    [StructLayout(LayoutKind.Sequential)]
    private struct Actions
    {
        public uint Reset;
        public char* RebootMessage;
        public char* Command;
        public uint Count;
        public Action* All;
    }
}
