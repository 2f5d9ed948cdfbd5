namespace Accelerator.Jobs.Installing;

/// <summary>A failed change of Windows' service configuration. The message is a sentence.</summary>
public sealed class ServiceControlException(ServiceControlFailure kind, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>The reason.</summary>
    public ServiceControlFailure Kind { get; } = kind;
}
