using Microsoft.Extensions.Logging;

namespace Accelerator.Jobs.Control;

/// <summary>The log messages of the control channel.</summary>
internal static partial class ControlLog
{
    [LoggerMessage(EventId = 120, Level = LogLevel.Error, Message = "A defect of ftpxd, met while it was asked for {Verb}.")]
    public static partial void Defect(ILogger log, string verb, Exception exception);

    [LoggerMessage(EventId = 121, Level = LogLevel.Warning, Message = "Nobody can ask the service at the moment: {Reason}")]
    public static partial void NotAccepted(ILogger log, string reason);
}
