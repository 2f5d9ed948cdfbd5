using System.ComponentModel;
using System.Diagnostics;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>Runs <c>ftpx service</c>.</summary>
internal sealed class ServiceRunner(ProcessEnvironment environment, ServiceHost host)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);
    private static readonly TimeSpan Interval = TimeSpan.FromSeconds(0.25);

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid.</exception>
    public async Task<int> RunAsync(ServiceOptions options)
    {
        try
        {
            return options.Verb switch
            {
                ServiceVerb.Status => await StatusAsync(options).ConfigureAwait(false),
                ServiceVerb.Reload => await ReloadAsync(options).ConfigureAwait(false),
                ServiceVerb.AlertTest => await TestAlertsAsync(options).ConfigureAwait(false),
                ServiceVerb.Measurements => await new MeasurementRunner(environment, host)
                    .RunAsync(options.Data, options.Server, options.Since, options.Json).ConfigureAwait(false),
                ServiceVerb.Pause =>
                    await HoldAsync(options, ServiceQuestion.Pause, "pause", ServiceRunState.Paused, "paused").ConfigureAwait(false),
                ServiceVerb.Continue =>
                    await HoldAsync(
                        options, ServiceQuestion.Continue, "continue", ServiceRunState.Running, "running").ConfigureAwait(false),
                ServiceVerb.Install or ServiceVerb.Configure => LayDown(options, Control(options.Verb)),
                ServiceVerb.Uninstall => await UninstallAsync(Control(options.Verb)).ConfigureAwait(false),
                ServiceVerb.Start => await StartAsync(Control(options.Verb)).ConfigureAwait(false),
                _ => await StopAsync(Control(options.Verb)).ConfigureAwait(false),
            };
        }
        catch (ServiceControlException e)
        {
            return ServiceErrorText.Notify(environment, e);
        }
        catch (ControlException e)
        {
            return ServiceErrorText.Notify(environment, e, host, options.Data);
        }
    }

    private IServiceControl Control(ServiceVerb verb) => host.Control ?? throw new UsageException(verb switch
    {
        ServiceVerb.Start => "On Linux, run: systemctl start ftpxd. Without systemd, run ftpxd in a terminal.",
        ServiceVerb.Stop => "On Linux, run: systemctl stop ftpxd. In a terminal, press Ctrl-C or send SIGTERM.",
        ServiceVerb.Uninstall => "On Linux, run: systemctl disable --now ftpxd, then remove the unit.",
        _ => "On Linux, copy installer/ftpxd.service to /etc/systemd/system, then run: systemctl enable --now ftpxd. "
            + "docs/installing.md has the build, the user and the unit.",
    });

    private async Task<int> StatusAsync(ServiceOptions options)
    {
        var report = host.Report();
        var data = host.DataOf(options.Data, environment);
        ServiceStatus? status = null;
        ControlException? failure = null;
        try
        {
            status = ServiceAnswer.Read(
                await host.Client(data, environment.Time).AskAsync("status", "status", CancellationToken.None).ConfigureAwait(false),
                ControlJson.Default.ServiceStatus);
        }
        catch (ControlException e)
        {
            failure = e;
        }
        if (options.Json)
        {
            environment.Out.WriteLine(ServiceJson.Status(report, status, failure?.Message));
            return failure is null ? ExitCodes.Ok : ServiceErrorText.CodeOf(failure);
        }
        if (status is not null) ServiceText.Status(report, status).Show(environment.OpenOutTerminal(), environment.Out);
        var dataOption = DataOption.Of(options.Data, host, environment);
        foreach (var problem in status?.Problems ?? []) environment.Out.WriteLine(SafeText.Escape(dataOption.In(problem)));
        return failure is null ? ExitCodes.Ok : ServiceErrorText.Notify(environment, failure, host, options.Data);
    }

    // The status already reports a server that does not answer. Only the job file counts here.
    private async Task<int> ReloadAsync(ServiceOptions options)
    {
        var client = host.Client(host.DataOf(options.Data, environment), environment.Time);
        var status = ServiceAnswer.Read(
            await client.AskAsync("reload", "status", CancellationToken.None).ConfigureAwait(false), ControlJson.Default.ServiceStatus);
        environment.Messages.Errors(status.JobFileProblems);
        if (status.JobFileProblems.Count > 0) return ExitCodes.Failed;
        environment.Out.WriteLine(
            $"{SafeText.Escape(status.JobFile)} is in effect: {Format.Count(status.Jobs, "job")} of "
                + $"{Format.Count(status.Servers, "server")}.");
        return ExitCodes.Ok;
    }

    private async Task<int> TestAlertsAsync(ServiceOptions options)
    {
        var client = host.Client(host.DataOf(options.Data, environment), environment.Time);
        var answer = await ServiceAnswer.AskAsync(client, "alert.test").ConfigureAwait(false);
        var results = answer.Of("result", ControlJson.Default.AlertTestResult);
        if (results.Count == 0)
        {
            environment.Messages.Error(
                "The job file names no receiver of alerts. Add a webhook or mail under \"alerts\"; docs/alerts.md describes both.");
            return ExitCodes.Failed;
        }
        foreach (var result in results)
        {
            if (result.Problem is { } problem)
                environment.Messages.Error($"The test message could not be sent to {SafeText.Escape(result.Receiver)}: "
                    + $"{SafeText.Escape(problem)}. Correct \"alerts\" in the job file, then run this command again.");
            else environment.Out.WriteLine($"The test message was sent to {SafeText.Escape(result.Receiver)}.");
        }
        return results.All(static result => result.Problem is null) ? ExitCodes.Ok : ExitCodes.Failed;
    }

    // Uses the Windows service list if the service is in it, so that Windows shows the same state as the service.
    private async Task<int> HoldAsync(ServiceOptions options, ServiceQuestion question, string verb, ServiceRunState wanted, string word)
    {
        if (options.Data is null && host.Control is { } control && control.Read() is not null)
        {
            control.SendControl(question);
            return Ended(await UntilAsync(control, wanted).ConfigureAwait(false), wanted, word);
        }
        await host.Client(host.DataOf(options.Data, environment), environment.Time)
            .AskAsync(verb, "status", CancellationToken.None).ConfigureAwait(false);
        environment.Out.WriteLine($"The service is {word}.");
        return ExitCodes.Ok;
    }

    private int LayDown(ServiceOptions options, IServiceControl control)
    {
        var now = control.Read() is { } report ? ServiceInstallation.Of(report) : null;
        if (options.Verb == ServiceVerb.Configure && now is null)
            throw new ServiceControlException(
                ServiceControlFailure.NotInstalled, "The service is not installed. As an administrator, run: ftpx service install");
        var isNew = options.Verb == ServiceVerb.Install && (now is null || !options.OrConfigure);
        var wanted = EffectiveInstallation.Of(options, isNew ? null : now, host, environment);
        var missing = isNew ? control.Install(wanted) : control.Configure(wanted);
        foreach (var sentence in missing) environment.Messages.Warn(sentence);
        environment.Out.WriteLine(isNew
            ? $"The service is installed for {wanted.Account}, with its data in {wanted.Data ?? host.Data}. To start it, run: ftpx "
                + "service start"
            : "The registration of the service is changed. The change takes effect at its next start.");
        return ExitCodes.Ok;
    }

    private async Task<int> UninstallAsync(IServiceControl control)
    {
        if (control.Read() is { State: not ServiceRunState.Stopped }
            && (await StoppedAsync(control).ConfigureAwait(false))?.State != ServiceRunState.Stopped)
            return NotYet("stopped");
        control.Uninstall();
        environment.Out.WriteLine("The service is uninstalled; its data folder is kept.");
        return ExitCodes.Ok;
    }

    private async Task<int> StartAsync(IServiceControl control)
    {
        control.Start();
        return Ended(await UntilAsync(control, ServiceRunState.Running).ConfigureAwait(false), ServiceRunState.Running, "running");
    }

    private async Task<int> StopAsync(IServiceControl control) =>
        Ended(await StoppedAsync(control).ConfigureAwait(false), ServiceRunState.Stopped, "stopped");

    // Windows reports the service as stopped shortly before its process ends; an installer that removes the files in between finds them in
    // use.
    private async Task<ServiceReport?> StoppedAsync(IServiceControl control)
    {
        var process = control.Read()?.ProcessId ?? 0;
        control.SendControl(ServiceQuestion.Stop);
        var report = await UntilAsync(control, ServiceRunState.Stopped).ConfigureAwait(false);
        if (report?.State != ServiceRunState.Stopped || process == 0) return report;
        try
        {
            using var patience = new CancellationTokenSource(Patience, environment.Time);
            using var running = Process.GetProcessById(process);
            await running.WaitForExitAsync(patience.Token).ConfigureAwait(false);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception or OperationCanceledException)
        {
            // The process has ended, this account may not inspect it, or it does not end: the service is stopped in each case.
        }
        return report;
    }

    // Waits for the wanted state, for the stopped state, or until the time limit.
    private async Task<ServiceReport?> UntilAsync(IServiceControl control, ServiceRunState wanted)
    {
        var since = environment.Time.GetTimestamp();
        while (true)
        {
            var report = control.Read();
            if (report is null || report.State == wanted || report.State == ServiceRunState.Stopped
                || environment.Time.GetElapsedTime(since) > Patience)
                return report;
            await Task.Delay(Interval, environment.Time).ConfigureAwait(false);
        }
    }

    private int Ended(ServiceReport? report, ServiceRunState wanted, string word)
    {
        if (report?.State == wanted)
        {
            environment.Out.WriteLine($"The service is {word}.");
            return ExitCodes.Ok;
        }
        if (report?.State != ServiceRunState.Stopped) return NotYet(word);
        environment.Messages.Error(ServiceErrorText.Ended(report));
        return ExitCodes.Service;
    }

    private int NotYet(string word)
    {
        environment.Messages.Error(
            $"The service is not {word} after {Patience.TotalSeconds:0} s. See its log and the Windows event log (source Accelerator).");
        return ExitCodes.Service;
    }
}
