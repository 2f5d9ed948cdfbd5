namespace Accelerator.Service.Core;

/// <summary>The state of the service.</summary>
internal enum CoreState
{
    /// <summary>Polling and delivering.</summary>
    Running,

    /// <summary>Idle until it is resumed.</summary>
    Paused,

    /// <summary>Finishing the work in progress.</summary>
    Stopping,
}
