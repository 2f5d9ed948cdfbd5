namespace Accelerator.Tuning.Machine;

/// <summary>The outcome of an echo that may not be fragmented.</summary>
public enum EchoAnswer
{
    /// <summary>The echo came back.</summary>
    Back,

    /// <summary>This computer, or a hop, reported that the packet is too big.</summary>
    TooBig,

    /// <summary>No answer arrived in time.</summary>
    Silent,
}
