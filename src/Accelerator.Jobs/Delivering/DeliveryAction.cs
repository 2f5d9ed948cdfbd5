namespace Accelerator.Jobs.Delivering;

/// <summary>What becomes of a file that could not be fetched.</summary>
public enum DeliveryAction
{
    /// <summary>It is tried again later.</summary>
    TryAgain,

    /// <summary>It is not what the listing told: it is observed from its first look on.</summary>
    ObserveAgain,

    /// <summary>Its tries are used up.</summary>
    Fail,

    /// <summary>What is there contradicts what should be: somebody has to look.</summary>
    Quarantine,

    /// <summary>The claim belongs to another node by now: nothing is written.</summary>
    Leave,
}
