using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Probe;

/// <summary>The <c>ftpx probe</c> command: parses its arguments into <see cref="ProbeOptions"/>. The runner is injected.</summary>
internal sealed class ProbeCommand : TransferCommand<ProbeOptions>
{
    public ProbeCommand(Func<ProbeOptions, Task<int>> run)
        : base("probe", "Measure a server and find what limits a transfer", run)
    {
        Argument(
            "URL", "File on the server, the larger the better; ftpes:// or ftps:// for TLS",
            (o, v) => o with { Address = v });
        Example("ftpx probe ftp://host/pass/big.bin", "up to 16 streams");
        Example("ftpx probe --streams 4 ftp://host/pass/big.bin", "up to 4 streams");
        Example("ftpx probe --dry-run ftp://host/pass/big.bin", "the planned load only");

        Group("Measurement");
        Value(
            "--streams", "N", "16", "Highest number of streams to try, 1 to 64",
            text => GetValues.Streams(text) ?? throw new UsageException("\"auto\" is no number: use 1 to 64."),
            (o, v) => o with { MostStreams = v });
        Value("--time-limit", "SECONDS", "60", "Limit for the whole measurement", GetValues.Seconds, (o, v) => o with { TimeLimit = v });
        Word(
            "--output", "FOLDER", "current folder", "Folder whose disk is measured; left unchanged", (o, v) => o with { Output = v },
            alias: "-o");
        AddDryRun("Print the planned load; measure nothing");
        AddQuiet("Print the result and errors only");
        AddJson();
        AddServer();
        AddAdvancedConnection();
        AddReceiveBuffer();
        AddMultipath();
        AddBind();
        Takes(new ProbeOptions { Address = "" });
    }
}
