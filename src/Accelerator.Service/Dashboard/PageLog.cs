using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Dashboard;

/// <summary>The log events of the page.</summary>
internal static partial class PageLog
{
    [LoggerMessage(EventId = 130, Level = LogLevel.Information, Message = "The page is at {Address}; {Token} holds its token.")]
    public static partial void Opened(ILogger log, string address, string token);

    [LoggerMessage(EventId = 131, Level = LogLevel.Warning,
        Message = "More than {Most} requests in a minute came to the page without its token.")]
    public static partial void TooMany(ILogger log, int most);
}
