namespace Accelerator.Jobs.Installing;

/// <summary>Windows' list of services was not changed. The message is a sentence.</summary>
public sealed class ServiceControlException(ServiceControlFailure kind, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>Why.</summary>
    public ServiceControlFailure Kind { get; } = kind;
}
