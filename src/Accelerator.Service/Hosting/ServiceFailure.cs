using Accelerator.Jobs.Control;

namespace Accelerator.Service.Hosting;

/// <summary>The service cannot go on. The message is the one sentence that is told.</summary>
internal sealed class ServiceFailure(ServiceExit exit, string message, Exception? cause = null) : Exception(message, cause)
{
    /// <summary>How the process ends.</summary>
    public ServiceExit Exit { get; } = exit;
}
