namespace Accelerator.Jobs.Installing;

/// <summary>SERVICE_CONTROL_STOP and so on.</summary>
public enum ServiceQuestion
{
    /// <summary>To stop.</summary>
    Stop = 1,

    /// <summary>To pause.</summary>
    Pause = 2,

    /// <summary>To go on.</summary>
    Continue = 3,
}
