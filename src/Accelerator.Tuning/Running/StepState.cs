namespace Accelerator.Tuning.Running;

/// <summary>The progress of a journal step.</summary>
public enum StepState
{
    /// <summary>Nothing was written.</summary>
    Planned,

    /// <summary>The write was about to start: the value may have been written or not.</summary>
    Writing,

    /// <summary>The value was written, and read back as expected.</summary>
    Verified,

    /// <summary>The value was written, and cannot be read back.</summary>
    Unverified,

    /// <summary>The earlier value has been restored.</summary>
    Restored,

    /// <summary>The earlier value could not be restored.</summary>
    NotRestored,
}
