namespace Accelerator.Jobs.Installing;

/// <summary>The state of the service: dwCurrentState of SERVICE_STATUS.</summary>
public enum ServiceRunState
{
    /// <summary>The service does not run.</summary>
    Stopped = 1,

    /// <summary>The service is being started.</summary>
    Starting = 2,

    /// <summary>The service is being stopped.</summary>
    Stopping = 3,

    /// <summary>The service runs.</summary>
    Running = 4,

    /// <summary>The service is about to continue.</summary>
    Continuing = 5,

    /// <summary>The service is about to pause.</summary>
    Pausing = 6,

    /// <summary>The service is paused.</summary>
    Paused = 7,
}
