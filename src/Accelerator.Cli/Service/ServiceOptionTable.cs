using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Jobs.Installing;

namespace Accelerator.Cli.Service;

/// <summary>The options of the <c>ftpx service</c> commands; each takes those that mean something to it.</summary>
internal sealed class ServiceOptionTable : OptionTable
{
    public ServiceOptionTable()
    {
        Data = Word(["--data"], "DIR", "%ProgramData%\\Accelerator, on Linux /var/lib/accelerator for root", "The service's data folder: its job file, credentials and logs.");
        Jobs = Word(["--jobs"], "FILE", "jobs.json in the data folder", "For install and configure: the job file.");
        Account = Word(["--account"], "ACCOUNT", "NT SERVICE\\ftpxd", "For install and configure: the account it runs as. LocalSystem, or a group-managed one, whose name ends in $; none has a password to type.");
        Start = Value("--start", "WHEN", "delayed", "For install and configure: delayed, automatic or manual.", ReadStart);
        Executable = Word(["--executable"], "FILE", "ftpxd.exe beside ftpx.exe", "For install and configure: the service's program.");
        OrConfigure = Flag("--or-configure", "For install: a service that is there already is changed as configure does it.");
        Json = Flag("--json", "For status: one JSON object a line.");
    }

    public Option<string?> Data { get; }

    public Option<string?> Jobs { get; }

    public Option<string?> Account { get; }

    public Option<ServiceStart?> Start { get; }

    public Option<string?> Executable { get; }

    public Option<bool> OrConfigure { get; }

    public Option<bool> Json { get; }

    private static ServiceStart? ReadStart(string word) => word switch
    {
        "delayed" => ServiceStart.Delayed,
        "automatic" => ServiceStart.Automatic,
        "manual" => ServiceStart.Manual,
        _ => throw new UsageException($"\"{word}\" is none of delayed, automatic, manual."),
    };
}
