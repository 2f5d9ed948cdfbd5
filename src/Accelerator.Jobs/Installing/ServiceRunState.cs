namespace Accelerator.Jobs.Installing;

/// <summary>dwCurrentState of SERVICE_STATUS: what Windows' list of services says.</summary>
public enum ServiceRunState
{
    /// <summary>It does not run.</summary>
    Stopped = 1,

    /// <summary>It is being started.</summary>
    Starting = 2,

    /// <summary>It is being stopped.</summary>
    Stopping = 3,

    /// <summary>It runs.</summary>
    Running = 4,

    /// <summary>It is about to go on.</summary>
    Continuing = 5,

    /// <summary>It is about to pause.</summary>
    Pausing = 6,

    /// <summary>It pauses.</summary>
    Paused = 7,
}
