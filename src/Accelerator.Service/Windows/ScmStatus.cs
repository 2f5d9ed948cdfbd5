using System.Runtime.InteropServices;
using Accelerator.Jobs.Installing;

namespace Accelerator.Service.Windows;

/// <summary>SERVICE_STATUS: what Windows' list of services is told.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly record struct ScmStatus
{
    /// <summary>SERVICE_WIN32_OWN_PROCESS, always.</summary>
    public uint Type { get; init; }

    // Marshalling is generated for types of this assembly and plain ones only.
    private readonly uint _state;

    /// <summary>SERVICE_STOPPED and so on.</summary>
    public ServiceRunState State
    {
        get => (ServiceRunState)_state;
        init => _state = (uint)value;
    }

    /// <summary>SERVICE_ACCEPT_STOP and so on.</summary>
    public uint Accepted { get; init; }

    /// <summary>0, or ERROR_SERVICE_SPECIFIC_ERROR, by which Windows knows that it is to be started again.</summary>
    public uint ExitCode { get; init; }

    /// <summary>Our own exit code.</summary>
    public uint SpecificExitCode { get; init; }

    /// <summary>Grows while something is under way.</summary>
    public uint Checkpoint { get; init; }

    /// <summary>Milliseconds until it has grown again at the latest.</summary>
    public uint WaitHint { get; init; }
}
