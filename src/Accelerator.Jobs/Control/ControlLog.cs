using Microsoft.Extensions.Logging;

namespace Accelerator.Jobs.Control;

/// <summary>The log messages of the control channel.</summary>
internal static partial class ControlLog
{
    [LoggerMessage(EventId = 120, Level = LogLevel.Error, Message = "A defect in ftpxd, while it handled {Verb}.")]
    public static partial void Defect(ILogger log, string verb, Exception exception);

    [LoggerMessage(EventId = 121, Level = LogLevel.Warning, Message = "The control channel of the service is not available: {Reason}")]
    public static partial void NotAccepted(ILogger log, string reason);
}
