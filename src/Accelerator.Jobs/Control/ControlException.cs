namespace Accelerator.Jobs.Control;

/// <summary>A request to the service that failed. The message is a sentence for the caller and holds no secret.</summary>
public sealed class ControlException(ControlFailure kind, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>The reason.</summary>
    public ControlFailure Kind { get; } = kind;
}
