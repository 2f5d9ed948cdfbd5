using Accelerator.Cli.Hosting;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>Error messages of the service commands, and their exit codes.</summary>
internal static class ServiceErrorText
{
    public static int Notify(ProcessEnvironment environment, ControlException e)
    {
        environment.Messages.Error(e.Message);
        return CodeOf(e);
    }

    /// <summary>Writes the error, and advice if the service does not answer.</summary>
    public static int Notify(ProcessEnvironment environment, ControlException e, ServiceHost host, string data)
    {
        var code = Notify(environment, e);
        if (e.Kind == ControlFailure.NotRunning)
            environment.Messages.Note(WhatToDo(host.Report(), host.Control is not null, data));
        return code;
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
                ? "The folder is there, so a service was: systemctl status ftpxd says what became of it, "
                    + "and the newest file in its folder logs."
                : "The folder is not there: no service has run with it. systemctl start ftpxd starts the one that is installed; "
                    + "--data names the folder of another.";
        }
        if (report is null)
            return "The service is not installed: type ftpx service install, and then ftpx service start, as an administrator.";
        if (report.State != ServiceRunState.Stopped)
            return $"Windows says that it is {report.State.ToString().ToLowerInvariant()}, as process {report.ProcessId}. "
                + "Wait a moment and ask again; then its log says what it does.";
        return report.ExitCode == 0
            ? "It does not run: type ftpx service start as an administrator." : $"{Ended(report)} ftpx service start starts it.";
    }

    /// <summary>Describes how the service ended.</summary>
    public static string Ended(ServiceReport report)
    {
        if (!report.IsOwnExitCode)
            return $"The service ended with Windows' error {report.ExitCode}; Windows' event log says more (source "
                + "Service Control Manager).";
        var exit = ServiceExits.All.FirstOrDefault(exit => exit.Value == report.ExitCode);
        return $"The service ended with {report.ExitCode} ({exit?.Name ?? "not one of its own"}). "
            + $"{exit?.Meaning} Windows' event log has the sentence (source Accelerator).";
    }
}
