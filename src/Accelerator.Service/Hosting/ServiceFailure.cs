using Accelerator.Jobs.Control;

namespace Accelerator.Service.Hosting;

/// <summary>The service cannot continue. The message is the one sentence that is reported.</summary>
internal sealed class ServiceFailure(ServiceExit exit, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>The exit of the process.</summary>
    public ServiceExit Exit { get; } = exit;
}
