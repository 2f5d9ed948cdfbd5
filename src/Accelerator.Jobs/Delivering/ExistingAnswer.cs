namespace Accelerator.Jobs.Delivering;

/// <summary>What becomes of a file of which the destination has one of the same name.</summary>
public enum ExistingAnswer
{
    /// <summary>It is there: it counts as delivered.</summary>
    Settle,

    /// <summary>It is sent, and replaces what is there.</summary>
    Send,

    /// <summary>What is there is not touched: somebody has to look.</summary>
    PutAside,
}
