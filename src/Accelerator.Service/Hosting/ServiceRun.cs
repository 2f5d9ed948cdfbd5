using System.Runtime.ExceptionServices;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Credentials;
using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;
using Accelerator.Service.Linux;
using Accelerator.Service.Windows;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;

namespace Accelerator.Service.Hosting;

/// <summary>
/// One run of the service, from its data folder to its exit code. A .NET host that ends because of an exception exits with 0 (.NET 10 and
/// before): this one does not.
/// </summary>
/// <param name="options">The options as typed.</param>
/// <param name="error">Receives the one sentence of a failure.</param>
internal sealed class ServiceRun(DaemonOptions options, TimeProvider time, TextWriter error)
{
    // At shutdown of the computer Windows gives a stopping service 30 s, and systemd 90.
    private static readonly TimeSpan StopPatience = TimeSpan.FromSeconds(25);

    /// <summary>Runs until stopped, and returns the exit code.</summary>
    /// <param name="scm">The Windows service control manager that started the process; null at a console and on Linux.</param>
    public async Task<int> RunAsync(ScmReporter? scm)
    {
        ILoggerFactory? logs = null;
        try
        {
            using var folder = LockedFolder.Take(options);
            logs = ServiceLog.Open(options, isService: scm is not null);
            return await RunAsync(folder, logs, scm).ConfigureAwait(false);
        }
        catch (Exception e) when (e is not OutOfMemoryException)
        {
            return Notify(e, logs);
        }
        finally
        {
            logs?.Dispose();
        }
    }

    private async Task<int> RunAsync(LockedFolder folder, ILoggerFactory logs, ScmReporter? scm)
    {
        using var vault = new CredentialVault(folder.Path, time);
        using var core = new ServiceCore(folder.Path, vault, time, logs.CreateLogger("Jobs")) { Node = options.Node };
        ServiceOutputs? outputs = null;
        var watch = new JobFileWatch(options.Jobs, ApplyAsync, time, logs.CreateLogger("Jobs"));
        outputs = new ServiceOutputs(folder.Path, core, watch, vault, time, logs) { PageAddress = options.Dashboard };
        await using var ending = outputs.ConfigureAwait(false);
        var status = new StatusReader(options, core, watch, outputs, time);
        var verbs = new VerbTable(core, watch, vault, status, outputs.Figures, outputs.Alerts, time, logs.CreateLogger("Control")).Rows;
        outputs.Content.Verbs = verbs;
        var control = Open(folder, verbs.Select(verb => outputs.Trail.Following(verb, "ftpx job")), logs);
        await using var closing = control.ConfigureAwait(false);
        using var host = Build(logs, services =>
        {
            services.AddSingleton<IHostedService>(new CoreService(core, StopPatience));
            services.AddSingleton<IHostedService>(watch);
            services.AddSingleton<IHostedService>(new Housekeeping(core, time));
            services.AddSingleton<IHostedService>(new ControlService(control));
            services.AddSingleton<IHostedService>(outputs.Alerts);
            services.AddSingleton<IHostedService>(new JobStateLog(outputs.Figures, outputs.Trail, time, logs.CreateLogger("Jobs")));
            services.AddSingleton(core).AddSingleton(watch);
            if (scm is not null && OperatingSystem.IsWindows())
            {
                services.AddSingleton<IHostLifetime>(
                    provider => new WindowsServiceLifetime(scm, core, watch, provider.GetRequiredService<IHostApplicationLifetime>()));
                return;
            }
            var systemd = SystemdNotifier.Of(Environment.GetEnvironmentVariable, time);
            if (systemd is not null) services.AddSingleton<IHostedService>(systemd);
            services.AddSingleton<IHostLifetime>(
                provider => new SignalLifetime(watch, systemd, provider.GetRequiredService<IHostApplicationLifetime>()));
        });
        var log = logs.CreateLogger("Service");
        ServiceEvents.Started(log, ServiceVersion.Text, Environment.ProcessId, folder.Path);
        await RunAsync(host).ConfigureAwait(false);
        ServiceEvents.Stopped(log);
        return ServiceExits.Ok.Value;

        // The page first: a ledger that does not answer takes time, and the page shows that.
        async Task ApplyAsync(JobFile jobs, CancellationToken cancellationToken)
        {
            await outputs!.ApplyAsync(jobs, cancellationToken).ConfigureAwait(false);
            await core.ApplyAsync(jobs, cancellationToken).ConfigureAwait(false);
        }
    }

    /// <summary>Runs a host to its end.</summary>
    /// <exception cref="Exception">The exception of one of its services; the host itself ends on it as if it had been told to
    /// stop.</exception>
    internal static async Task RunAsync(IHost host)
    {
        var services = host.Services.GetServices<IHostedService>().OfType<BackgroundService>().ToList();
        await host.RunAsync().ConfigureAwait(false);
        if (services.Select(service => service.ExecuteTask).FirstOrDefault(
            task => task is { IsFaulted: true }) is { Exception.InnerException: { } failure })
            ExceptionDispatchInfo.Throw(failure);
    }

    private ControlServer Open(LockedFolder folder, IEnumerable<ControlVerb> verbs, ILoggerFactory logs)
    {
        try
        {
            return ControlServer.Open(folder.Path, verbs, time, logs.CreateLogger("Control"));
        }
        catch (ControlException e)
        {
            throw new ServiceFailure(e.Kind == ControlFailure.Usage ? ServiceExits.Usage : ServiceExits.Taken, e.Message, e);
        }
    }

    private static IHost Build(ILoggerFactory logs, Action<IServiceCollection> add)
    {
        // Empty: no environment setting and no file in the folder changes anything.
        var builder = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings { ContentRootPath = AppContext.BaseDirectory });
        builder.Services.AddSingleton(logs);
        builder.Services.Configure<HostOptions>(host => host.ShutdownTimeout = StopPatience);
        add(builder.Services);
        return builder.Build();
    }

    private int Notify(Exception e, ILoggerFactory? logs)
    {
        var (exit, sentence) = e is ServiceFailure failure
            ? (failure.Exit, failure.Message)
            : (ServiceExits.Failed,
                $"The service cannot continue: {e.Message.TrimEnd('.')}.{(logs is null ? "" : $" See the log in {options.Logs}.")}");
        sentence = SafeText.Escape(sentence);
        if (logs is not null) ServiceEvents.Failed(logs.CreateLogger("Service"), sentence, e is ServiceFailure ? e.InnerException : e);
        else if (OperatingSystem.IsWindows()) ServiceLog.NotifyWindows(sentence);
        error.WriteLine($"ftpxd: {sentence}");
        return exit.Value;
    }
}

/// <summary>Stops the <see cref="ServiceCore"/> with the host; the <see cref="JobFileWatch"/> gives it its work.</summary>
internal sealed class CoreService(ServiceCore core, TimeSpan stopPatience) : IHostedService
{
    public Task StartAsync(CancellationToken cancellationToken) => Task.CompletedTask;

    public Task StopAsync(CancellationToken cancellationToken) => core.StopAsync(stopPatience);
}

/// <summary>Serves the control channel while the host runs.</summary>
internal sealed class ControlService(ControlServer server) : BackgroundService
{
    protected override Task ExecuteAsync(CancellationToken stoppingToken) => server.RunAsync(stoppingToken);
}
