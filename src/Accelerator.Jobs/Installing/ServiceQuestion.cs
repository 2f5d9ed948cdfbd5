namespace Accelerator.Jobs.Installing;

/// <summary>The control requests: SERVICE_CONTROL_STOP and so on.</summary>
public enum ServiceQuestion
{
    /// <summary>Stop the service.</summary>
    Stop = 1,

    /// <summary>Pause the service.</summary>
    Pause = 2,

    /// <summary>Continue the service.</summary>
    Continue = 3,
}
