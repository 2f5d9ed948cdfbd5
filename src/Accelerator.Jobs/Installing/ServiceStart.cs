namespace Accelerator.Jobs.Installing;

/// <summary>When Windows starts the service.</summary>
public enum ServiceStart
{
    /// <summary>Some two minutes after the computer, when the network is available.</summary>
    Delayed,

    /// <summary>With the computer.</summary>
    Automatic,

    /// <summary>Manually.</summary>
    Manual,
}
