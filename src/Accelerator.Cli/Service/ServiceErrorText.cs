using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>Error messages of the service commands, and their exit codes.</summary>
internal static class ServiceErrorText
{
    /// <summary>Writes the error, and advice if the service does not answer.</summary>
    /// <param name="environment">The process environment.</param>
    /// <param name="e">The failure.</param>
    /// <param name="host">The computer whose service was asked.</param>
    /// <param name="typed">The data folder as typed; null for the default.</param>
    public static int Notify(ProcessEnvironment environment, ControlException e, ServiceHost host, string? typed)
    {
        environment.Messages.Error(DataOption.Of(typed, host, environment).In(e.Message));
        if (e.Kind == ControlFailure.NotRunning)
            environment.Messages.Note(WhatToDo(host.Report(), host.Control is not null, host.DataOf(typed, environment)));
        return CodeOf(e);
    }

    public static int Notify(ProcessEnvironment environment, ServiceControlException e)
    {
        environment.Messages.Error(e.Message);
        return e.Kind switch { ServiceControlFailure.Denied => ExitCodes.Elevation, ServiceControlFailure.NotInstalled => ExitCodes.Service,
            _ => ExitCodes.Failed };
    }

    public static ExitCode CodeOf(ControlException e) => e.Kind switch { ControlFailure.Denied => ExitCodes.Elevation,
        ControlFailure.Usage or ControlFailure.NotFound => ExitCodes.Usage, _ => ExitCodes.Service };

    private static string WhatToDo(ServiceReport? report, bool isWindows, string data)
    {
        if (!isWindows)
        {
            return Directory.Exists(data)
                ? "The data folder exists, so the service has run before. See systemctl status ftpxd "
                    + "and the newest file in its logs folder."
                : "The data folder does not exist, so no service has used it. To start the installed service, run: systemctl start ftpxd. "
                    + "For another folder, add --data.";
        }
        if (report is null)
            return "The service is not installed. As an administrator, run: ftpx service install, then ftpx service start";
        if (report.State != ServiceRunState.Stopped)
            return $"Windows reports the service as {report.State.ToString().ToLowerInvariant()}, as process {report.ProcessId}. "
                + "Wait a moment and try again. If that fails, see its log.";
        return report.ExitCode == 0
            ? "The service is installed and not running. As an administrator, run: ftpx service start"
            : $"{Ended(report)} To start it, run: ftpx service start";
    }

    /// <summary>Describes how the service ended.</summary>
    public static string Ended(ServiceReport report)
    {
        if (!report.IsOwnExitCode)
            return $"The service ended with Windows' error {report.ExitCode}; see the Windows event log (source "
                + "Service Control Manager).";
        var exit = ServiceExits.All.FirstOrDefault(exit => exit.Value == report.ExitCode);
        return $"The service ended with {report.ExitCode} ({exit?.Name ?? "not one of its own"}). "
            + $"{exit?.Meaning} See the Windows event log (source Accelerator).";
    }
}
