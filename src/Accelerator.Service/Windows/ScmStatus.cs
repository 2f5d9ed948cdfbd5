using System.Runtime.InteropServices;
using Accelerator.Jobs.Installing;

namespace Accelerator.Service.Windows;

/// <summary>SERVICE_STATUS: the state sent to the Windows service control manager.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct ScmStatus
{
    /// <summary>SERVICE_WIN32_OWN_PROCESS, always.</summary>
    public uint Type { get; init; }

    // Marshalling is generated only for types of this assembly and for primitive types.
    private readonly uint _state;

    /// <summary>SERVICE_STOPPED and so on.</summary>
    public ServiceRunState State
    {
        get => (ServiceRunState)_state;
        init => _state = (uint)value;
    }

    /// <summary>SERVICE_ACCEPT_STOP and so on.</summary>
    public uint Accepted { get; init; }

    /// <summary>0, or ERROR_SERVICE_SPECIFIC_ERROR, which makes Windows restart the service.</summary>
    public uint ExitCode { get; init; }

    /// <summary>Our own exit code.</summary>
    public uint SpecificExitCode { get; init; }

    /// <summary>A counter that increases while a state change is in progress.</summary>
    public uint Checkpoint { get; init; }

    /// <summary>The longest time until the checkpoint next increases, in milliseconds.</summary>
    public uint WaitHint { get; init; }
}
