namespace Accelerator.Service.Core;

/// <summary>What the service does.</summary>
internal enum CoreState
{
    /// <summary>It looks and delivers.</summary>
    Running,

    /// <summary>It does nothing until it is told to go on.</summary>
    Paused,

    /// <summary>It ends what it has begun.</summary>
    Stopping,
}
