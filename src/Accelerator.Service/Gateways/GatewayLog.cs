using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Gateways;

/// <summary>The log events of the gateways.</summary>
internal static partial class GatewayLog
{
    [LoggerMessage(EventId = 140, Level = LogLevel.Information, Message = "{Gateway}: open at {Address} for {Servers}.")]
    public static partial void Opened(ILogger log, string gateway, string address, string servers);

    [LoggerMessage(EventId = 141, Level = LogLevel.Information, Message = "{Gateway}: closed.")]
    public static partial void Closed(ILogger log, string gateway);

    [LoggerMessage(
        EventId = 142, Level = LogLevel.Information, Message = "{Gateway}: {Client}: {Path}: {Bytes} bytes in {Seconds:0.0} s.")]
    public static partial void Sent(ILogger log, string gateway, string client, string path, long bytes, double seconds);

    [LoggerMessage(
        EventId = 143, Level = LogLevel.Warning, Message = "{Gateway}: {Client}: {Path}: failed after {Bytes} bytes: {Reason}")]
    public static partial void Failed(ILogger log, string gateway, string client, string path, long bytes, string reason);

    [LoggerMessage(EventId = 144, Level = LogLevel.Warning, Message = "{Gateway}: client {Client} refused: {Reason}")]
    public static partial void Refused(ILogger log, string gateway, string client, string reason);

    [LoggerMessage(EventId = 148, Level = LogLevel.Information, Message = "{Gateway}: {Client}: {What}.")]
    public static partial void Began(ILogger log, string gateway, string client, string what);

    [LoggerMessage(EventId = 149, Message = "{Gateway}: {Client}: {Target}: failed with {Status}: {Reason}")]
    public static partial void RequestFailed(
        ILogger log, LogLevel level, string gateway, string client, string target, int status, string reason);

    [LoggerMessage(EventId = 146, Level = LogLevel.Warning, Message = "{Gateway}: {Problem}")]
    public static partial void CertificateKept(ILogger log, string gateway, string problem);

    [LoggerMessage(
        EventId = 147, Level = LogLevel.Warning, Message = "{Gateway}: replica {Replica} of server {Server} is not used: {Reason}")]
    public static partial void ReplicaLeftOut(ILogger log, string gateway, string replica, string server, string reason);

    [LoggerMessage(EventId = 145, Level = LogLevel.Error, Message = "{Gateway}: a defect in ftpxd ended session {Session}.")]
    public static partial void Fault(ILogger log, string gateway, int session, Exception cause);
}
