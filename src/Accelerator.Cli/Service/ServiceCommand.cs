using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>The <c>ftpx service</c> command: parses its arguments into <see cref="ServiceOptions"/>. The runner is injected.</summary>
internal sealed class ServiceCommand : VerbCommand<ServiceOptions>
{
    public ServiceCommand(Func<ServiceOptions, Task<int>> run)
        : base("service", "Install and control ftpxd, the scheduling service", run)
    {
        Example("ftpx service install", "as an administrator");
        Example("ftpx service start", "and wait until it runs");
        Example("ftpx service status", "state and problems");
        var data = Word(
            "--data", "DIR", "%ProgramData%\\Accelerator; on Linux /var/lib/accelerator for root",
            "Data folder: job file, credentials, logs", (o, v) => o with { Data = v });
        var jobs = Word("--jobs", "FILE", "jobs.json in the data folder", "Job file", (o, v) => o with { Jobs = v });
        var account = Word(
            "--account", "ACCOUNT", "NT SERVICE\\ftpxd", "Account: LocalSystem, or a group-managed one (NAME$)",
            (o, v) => o with { Account = v });
        var start = Value(
            "--start", "WHEN", "delayed", "Start type: delayed, automatic or manual", ReadStart, (o, v) => o with { Start = v },
            words: ["delayed", "automatic", "manual"]);
        var executable = Word(
            "--executable", "FILE", "ftpxd.exe beside ftpx.exe", "Program of the service", (o, v) => o with { Executable = v });
        var orConfigure = Flag("--or-configure", "Configure the service if it is installed", (o, v) => o with { OrConfigure = v });
        var json = Flag("--json", JsonText, (o, v) => o with { Json = v });
        var server = Argument("SERVER", "Server or job of the job file, or a URL [default: all]", (o, v) => o with { Server = v },
            isOptional: true);
        var since = Value(
            "--since", "AGE", "7d", "Age of the oldest measurement shown", MirrorValues.Age, (o, v) => o with { Since = v });
        Symbol[] installation = [data, jobs, account, start, executable];

        Subcommand("status", "Show the state of the service and its problems", Verb(ServiceVerb.Status), data, json);
        Subcommand(
            "install", "Register the service in Windows, with its data folder", Verb(ServiceVerb.Install), [.. installation, orConfigure]);
        Subcommand("configure", "Change the registration; omitted options stay", Verb(ServiceVerb.Configure), installation);
        Subcommand("uninstall", "Stop and unregister the service; its data stays", Verb(ServiceVerb.Uninstall));
        Subcommand("start", "Start the service and wait until it runs", Verb(ServiceVerb.Start));
        Subcommand("stop", "Stop the service and wait until it has stopped", Verb(ServiceVerb.Stop));
        Subcommand("pause", "Start no new work; files in progress finish", Verb(ServiceVerb.Pause), data);
        Subcommand("continue", "Continue after a pause", Verb(ServiceVerb.Continue), data);
        Subcommand("reload", "Read the job file now; exit code 1 if it is invalid", Verb(ServiceVerb.Reload), data);
        Subcommand("measurements", "Show the history of the network paths", Verb(ServiceVerb.Measurements), server, since, data, json);
        Subcommand("alert-test", "Test every alert receiver; exit code 1 if one fails", Verb(ServiceVerb.AlertTest), data);
    }

    private static ServiceOptions Verb(ServiceVerb verb) => new() { Verb = verb };

    private static ServiceStart ReadStart(string word) => word switch
    {
        "delayed" => ServiceStart.Delayed,
        "automatic" => ServiceStart.Automatic,
        "manual" => ServiceStart.Manual,
        _ => throw new UsageException($"\"{word}\" is not valid: use delayed, automatic or manual."),
    };
}
