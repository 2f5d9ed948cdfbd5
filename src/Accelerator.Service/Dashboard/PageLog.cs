using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Dashboard;

/// <summary>The log events of the page.</summary>
internal static partial class PageLog
{
    [LoggerMessage(EventId = 130, Level = LogLevel.Information, Message = "The status page is at {Address}; its token is in {Token}.")]
    public static partial void Opened(ILogger log, string address, string token);

    [LoggerMessage(EventId = 132, Level = LogLevel.Information, Message = "{Who} signed in to the status page as an administrator.")]
    public static partial void AdministratorSignedIn(ILogger log, string who);

    [LoggerMessage(EventId = 133, Message = "The job {Job}: {What}. {Outcome}")]
    public static partial void Changed(ILogger log, LogLevel level, string job, string what, string outcome);

    [LoggerMessage(EventId = 131, Level = LogLevel.Warning,
        Message = "The status page received more than {Most} requests without its token in a minute.")]
    public static partial void TooMany(ILogger log, int most);
}
