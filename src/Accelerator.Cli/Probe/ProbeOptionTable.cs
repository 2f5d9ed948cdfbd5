using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Probe;

/// <summary>The options of <c>ftpx probe</c>.</summary>
internal sealed class ProbeOptionTable : ConnectionOptionTable
{
    public ProbeOptionTable()
    {
        Streams = Value<int?>("--streams", "N", "16", "Most streams to try, 1 to 64: 1, 2, 4, ... up to it, while more bring more.",
            text => GetValues.Streams(text) is > 0 and var count ? count : throw new UsageException("\"auto\" is no number: use 1 to 64."));
        TimeLimit = Value<TimeSpan?>("--time-limit", "SECONDS", "60", "Bound on the whole.", text => GetValues.Seconds(text));
        Output = Word(["--output", "-o"], "FOLDER", "the current folder", "Folder whose disk is measured; what is written there is removed.");
        AddConnection();
        DryRun = Flag("--dry-run", "Print what the server, the line and the disk would be loaded with; do nothing.");
        Quiet = Flag("--quiet", "Print the page and errors only.");
        Json = Flag("--json", "One JSON object on standard output, nothing else there.");
        Trace = Word(["--trace"], "FILE", "none", "Write the dialogue with the server to FILE, secrets masked.");
    }

    public Argument<string> Address { get; } = new("URL")
    {
        Description = "A file on the server, the larger the better: ftp://host/dir/file, ftpes:// for explicit TLS, ftps:// for implicit TLS.",
    };

    public Option<int?> Streams { get; }

    public Option<TimeSpan?> TimeLimit { get; }

    public Option<string?> Output { get; }

    public Option<bool> DryRun { get; }

    public Option<bool> Quiet { get; }

    public Option<bool> Json { get; }

    public Option<string?> Trace { get; }
}
