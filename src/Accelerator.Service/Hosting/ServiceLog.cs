using System.Globalization;
using System.Runtime.Versioning;
using Accelerator.Jobs.Control;
using Accelerator.Service.Core;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Logging.EventLog;
using Serilog;
using Serilog.Core;
using Serilog.Events;

namespace Accelerator.Service.Hosting;

/// <summary>
/// The logs of the service: a file for each day in its data folder, the console, and the Windows event log for what an operator must know.
/// </summary>
internal static class ServiceLog
{
    private const int MostFiles = 31;
    private const long LongestFile = 64 << 20;
    private const string InFile = "{Utc:l} {Level:u3} {SourceContext:l}: {Message:l}{NewLine}{Exception}";
    private const string AtConsole = "{Timestamp:HH:mm:ss} " + InJournal;
    private const string InJournal = "{Level:u3} {Message:l}{NewLine}{Exception}";

    /// <summary>Opens the logs.</summary>
    /// <param name="options">The options, with the folder of the logs.</param>
    /// <param name="isService">Whether Windows started the process, so that there is no visible console.</param>
    public static ILoggerFactory Open(DaemonOptions options, bool isService)
    {
        var logger = new LoggerConfiguration()
            .MinimumLevel.Debug()
            .MinimumLevel.Override("Microsoft", LogEventLevel.Warning)
            .Enrich.With(new UtcTime())
            .WriteTo.File(
                Path.Combine(options.Logs, "ftpxd-.log"), outputTemplate: InFile, formatProvider: CultureInfo.InvariantCulture,
                rollingInterval: RollingInterval.Day, fileSizeLimitBytes: LongestFile, rollOnFileSizeLimit: true,
                retainedFileCountLimit: MostFiles);
        // systemd's journal adds the time itself; the variable shows that the journal is in use (systemd.exec).
        var isJournal = Environment.GetEnvironmentVariable("JOURNAL_STREAM") is not null;
        if (!isService)
            logger.WriteTo.Console(outputTemplate: isJournal ? InJournal : AtConsole, formatProvider: CultureInfo.InvariantCulture);
        return LoggerFactory.Create(logging =>
        {
            logging.SetMinimumLevel(LogLevel.Debug).AddSerilog(logger.CreateLogger(), dispose: true);
            if (OperatingSystem.IsWindows()) AddEventLog(logging);
        });
    }

    /// <summary>Writes one error to the Windows event log, while no other log is open yet.</summary>
    [SupportedOSPlatform("windows")]
    public static void NotifyWindows(string sentence)
    {
        using var logs = LoggerFactory.Create(AddEventLog);
        ServiceEvents.Failed(logs.CreateLogger("Service"), sentence, null);
    }

    [SupportedOSPlatform("windows")]
    private static void AddEventLog(ILoggingBuilder logging)
    {
        logging.AddFilter<EventLogLoggerProvider>(
            (category, level) => level >= LogLevel.Warning || (category == "Service" && level == LogLevel.Information));
        logging.AddEventLog(new EventLogSettings { LogName = "Application", SourceName = ServiceNames.EventSource });
    }

    // Serilog's templates have local time only. UTC lets logs of several computers be read side by side.
    private sealed class UtcTime : ILogEventEnricher
    {
        public void Enrich(LogEvent logEvent, ILogEventPropertyFactory propertyFactory) =>
            logEvent.AddPropertyIfAbsent(
                new LogEventProperty("Utc",
                    new ScalarValue(logEvent.Timestamp.UtcDateTime.ToString(
                        "yyyy-MM-dd'T'HH:mm:ss.fff'Z'", CultureInfo.InvariantCulture))));
    }
}
