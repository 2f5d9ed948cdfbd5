namespace Accelerator.Jobs.Delivering;

/// <summary>The next step for a file that could not be fetched.</summary>
public enum DeliveryAction
{
    /// <summary>The file is tried again later.</summary>
    TryAgain,

    /// <summary>The file differs from the listing: its observation restarts with its first poll.</summary>
    ObserveAgain,

    /// <summary>The file's tries are used up.</summary>
    Fail,

    /// <summary>The existing content contradicts what is expected: an operator has to decide.</summary>
    Quarantine,

    /// <summary>The claim now belongs to another node: nothing is written.</summary>
    Leave,
}
