using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Core;

/// <summary>The log events of the service. Their numbers are the IDs in the Windows event log: docs/service-reference.md.</summary>
internal static partial class ServiceEvents
{
    [LoggerMessage(EventId = 100, Level = LogLevel.Information,
        Message = "ftpxd {Version} started as process {ProcessId} with the data folder {Data}.")]
    public static partial void Started(ILogger log, string version, int processId, string data);

    [LoggerMessage(EventId = 101, Level = LogLevel.Information, Message = "ftpxd stopped on request.")]
    public static partial void Stopped(ILogger log);

    [LoggerMessage(EventId = 102, Level = LogLevel.Error, Message = "{Sentence}")]
    public static partial void Failed(ILogger log, string sentence, Exception? exception);

    [LoggerMessage(EventId = 110, Level = LogLevel.Information, Message = "The job file {Path} is in effect: {Jobs}, {Servers}.")]
    public static partial void JobsRead(ILogger log, string path, string jobs, string servers);

    [LoggerMessage(EventId = 111, Level = LogLevel.Warning, Message = "{Problem}")]
    public static partial void JobsWrong(ILogger log, string problem);

    [LoggerMessage(EventId = 112, Level = LogLevel.Information, Message = "The service is {State}.")]
    public static partial void StateChanged(ILogger log, CoreState state);

    [LoggerMessage(EventId = 113, Level = LogLevel.Information, Message = "The credential {Name} was {What} through the control channel.")]
    public static partial void CredentialChanged(ILogger log, string name, string what);

    [LoggerMessage(EventId = 114, Level = LogLevel.Information, Message = "The job {Job} was {What} through the control channel.")]
    public static partial void JobChanged(ILogger log, string job, string what);

    [LoggerMessage(EventId = 115, Level = LogLevel.Information, Message = "{Sentence}")]
    public static partial void LedgerProtected(ILogger log, string sentence);

    [LoggerMessage(EventId = 116, Level = LogLevel.Warning, Message = "{Sentence}")]
    public static partial void Unprotected(ILogger log, string sentence);

    [LoggerMessage(EventId = 200, Level = LogLevel.Information,
        Message = "{Job}: poll found {Listed}, {New} new, {Queued} queued for delivery.")]
    public static partial void Looked(ILogger log, string job, string listed, int @new, int queued);

    [LoggerMessage(EventId = 201, Level = LogLevel.Information,
        Message = "{Job}: {Path} delivered, {Size} bytes in {Seconds:0.0} s, {How}.")]
    public static partial void Delivered(ILogger log, string job, string path, long size, double seconds, string how);

    [LoggerMessage(EventId = 202, Message = "{Job}: {Sentence} {What}")]
    public static partial void Refused(ILogger log, LogLevel level, string job, string sentence, string what);

    [LoggerMessage(EventId = 203, Level = LogLevel.Warning, Message = "{About}: {Sentence}")]
    public static partial void IncidentOpened(ILogger log, string about, string sentence);

    [LoggerMessage(EventId = 204, Level = LogLevel.Information, Message = "{About}: resolved.")]
    public static partial void Recovered(ILogger log, string about);

    [LoggerMessage(EventId = 207, Message = "{Job}: state {State}.{Sentence}")]
    public static partial void JobState(ILogger log, LogLevel level, string job, string state, string sentence);

    [LoggerMessage(EventId = 208, Level = LogLevel.Information,
        Message = "{Job}: {Folder} belonged to the job {OldJob} at the server {OldServer}, which the job file no longer has. Its files and "
            + "deliveries are now those of {Job}.")]
    public static partial void Renamed(ILogger log, string job, string folder, string oldJob, string oldServer);

    [LoggerMessage(EventId = 206, Level = LogLevel.Warning,
        Message = "The alert could not be sent to {Receiver}: {Problem}. The service retries in a minute and adds newer events.")]
    public static partial void AlertFailed(ILogger log, string receiver, string problem);

    [LoggerMessage(EventId = 209, Level = LogLevel.Warning,
        Message = "The alert was sent, but not to every address: {Receiver} {Refusal}. Correct mail.to in the job file.")]
    public static partial void AlertRefused(ILogger log, string receiver, string refusal);

    [LoggerMessage(EventId = 205, Message = "{Job}: {Sentence} {What}")]
    public static partial void AfterFailed(ILogger log, LogLevel level, string job, string sentence, string what);
}
