namespace Accelerator.Jobs.Control;

/// <summary>The service did not do what it was asked for. The message is a sentence for the one who asked, and holds no secret.</summary>
public sealed class ControlException(ControlFailure kind, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>Why.</summary>
    public ControlFailure Kind { get; } = kind;
}
