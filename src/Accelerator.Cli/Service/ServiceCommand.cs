using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>The <c>ftpx service</c> command: parses its arguments into <see cref="ServiceOptions"/>. The runner is injected.</summary>
internal sealed class ServiceCommand : VerbCommand<ServiceOptions>
{
    public ServiceCommand(Func<ServiceOptions, Task<int>> run)
        : base("service", "Install, start and ask ftpxd, the service that fetches on a schedule.", run)
    {
        var data = Word(
            "--data", "DIR", "%ProgramData%\\Accelerator, on Linux /var/lib/accelerator for root",
            "The service's data folder: its job file, credentials and logs.", (o, v) => o with { Data = v });
        var jobs = Word(
            "--jobs", "FILE", "jobs.json in the data folder", "For install and configure: the job file.", (o, v) => o with { Jobs = v });
        var account = Word(
            "--account", "ACCOUNT", "NT SERVICE\\ftpxd",
            "For install and configure: the account it runs as. LocalSystem, or a group-managed one, whose name ends in $; "
                + "none has a password to type.",
            (o, v) => o with { Account = v });
        var start = Value(
            "--start", "WHEN", "delayed", "For install and configure: delayed, automatic or manual.", ReadStart,
            (o, v) => o with { Start = v }, words: ["delayed", "automatic", "manual"]);
        var executable = Word(
            "--executable", "FILE", "ftpxd.exe beside ftpx.exe", "For install and configure: the service's program.",
            (o, v) => o with { Executable = v });
        var orConfigure = Flag(
            "--or-configure", "For install: a service that is there already is changed as configure does it.",
            (o, v) => o with { OrConfigure = v });
        var json = Flag("--json", "For status: one JSON object a line.", (o, v) => o with { Json = v });
        Symbol[] installation = [data, jobs, account, start, executable];

        Subcommand("status", "Show what the service is, does and misses.", Verb(ServiceVerb.Status), data, json);
        Subcommand(
            "install", "Put the service into Windows' list of services, with its data folder and its event source.",
            Verb(ServiceVerb.Install), [.. installation, orConfigure]);
        Subcommand("configure", "Change how it is laid down there; what is not typed stays.", Verb(ServiceVerb.Configure), installation);
        Subcommand("uninstall", "Stop the service and take it out of the list. Its data folder stays.", Verb(ServiceVerb.Uninstall));
        Subcommand("start", "Start the service, and wait until it runs.", Verb(ServiceVerb.Start));
        Subcommand("stop", "Stop the service, and wait until it has stopped.", Verb(ServiceVerb.Stop));
        Subcommand("pause", "Let the service begin nothing more and hold what runs.", Verb(ServiceVerb.Pause), data);
        Subcommand("continue", "Let the service go on.", Verb(ServiceVerb.Continue), data);
        Subcommand("reload", "Let the service read its job file now.", Verb(ServiceVerb.Reload), data);
    }

    private static ServiceOptions Verb(ServiceVerb verb) => new() { Verb = verb };

    private static ServiceStart ReadStart(string word) => word switch
    {
        "delayed" => ServiceStart.Delayed,
        "automatic" => ServiceStart.Automatic,
        "manual" => ServiceStart.Manual,
        _ => throw new UsageException($"\"{word}\" is none of delayed, automatic, manual."),
    };
}
