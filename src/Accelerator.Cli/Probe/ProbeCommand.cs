using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Probe;

/// <summary>The <c>ftpx probe</c> command: parses its arguments into <see cref="ProbeOptions"/>. The runner is injected.</summary>
internal sealed class ProbeCommand : TransferCommand<ProbeOptions>
{
    public ProbeCommand(Func<ProbeOptions, Task<int>> run)
        : base("probe", "Measure a server and the way to it, and say what limits a transfer and how many streams it is worth.", run)
    {
        Argument(
            "URL",
            "A file on the server, the larger the better: ftp://host/dir/file, ftpes:// for explicit TLS, ftps:// for implicit TLS.",
            (o, v) => o with { Address = v });
        Value(
            "--streams", "N", "16", "Most streams to try, 1 to 64: 1, 2, 4, ... up to it, while more bring more.",
            text => GetValues.Streams(text) ?? throw new UsageException("\"auto\" is no number: use 1 to 64."),
            (o, v) => o with { MostStreams = v });
        Value("--time-limit", "SECONDS", "60", "Bound on the whole.", GetValues.Seconds, (o, v) => o with { TimeLimit = v });
        Word(
            "--output", "FOLDER", "the current folder", "Folder whose disk is measured; what is written there is removed.",
            (o, v) => o with { Output = v }, alias: "-o");
        AddConnection();
        AddDryRun("Print what the server, the line and the disk would be loaded with; do nothing.");
        AddQuiet("Print the page and errors only.");
        AddJson("One JSON object on standard output, nothing else there.");
        AddTrace();
        Takes(new ProbeOptions { Address = "" });
    }
}
