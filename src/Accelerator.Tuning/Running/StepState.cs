namespace Accelerator.Tuning.Running;

/// <summary>How far a step of a journal has come.</summary>
public enum StepState
{
    /// <summary>Nothing was done.</summary>
    Planned,

    /// <summary>It was about to be written: it may be, or not.</summary>
    Writing,

    /// <summary>It was written, and read back as it should be.</summary>
    Verified,

    /// <summary>It was written, and nothing can read it back.</summary>
    Unverified,

    /// <summary>What was before is there again.</summary>
    Restored,

    /// <summary>It could not be set back.</summary>
    NotRestored,
}
