namespace Accelerator.Jobs.Definitions;

/// <summary>The treatment of a file whose marker has not come in time.</summary>
public enum MarkerDecision
{
    /// <summary>The file is quarantined, and an operator decides.</summary>
    Quarantine,

    /// <summary>The file is delivered without its marker.</summary>
    Deliver,
}
