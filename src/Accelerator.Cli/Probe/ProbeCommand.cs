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
        Example("ftpx probe --history ftp://host", "what the service has measured");

        Group("Measurement");
        Value(
            "--streams", "N", "16", "Highest number of streams to try, 1 to 64",
            text => GetValues.Streams(text) ?? throw new UsageException("\"auto\" is not a number: use 1 to 64."),
            (o, v) => o with { MostStreams = v });
        Value("--time-limit", "SECONDS", "60", "Limit for the whole measurement", GetValues.Seconds, (o, v) => o with { TimeLimit = v });
        Word(
            "--output", "FOLDER", "current folder", "Folder whose disk is measured; left unchanged", (o, v) => o with { Output = v },
            alias: "-o");
        Flag("--history", "Show what the service measured; also for a JOB", (o, v) => o with { History = v });
        Value(
            "--since", "AGE", "7d", "Age of the oldest measurement shown", MirrorValues.Age, (o, v) => o with { Since = v });
        Word("--data", "DIR", "of the service", "Data folder of the service", (o, v) => o with { Data = v });
        AddDryRun("Print the planned load; measure nothing");
        AddQuiet("Print the result and errors only");
        AddJson();
        AddReceiveBuffer();
        AddServer();
        AddAdvancedConnection();
        AddMultipath();
        AddBind();
        Takes(new ProbeOptions { Address = "" });
    }

    protected override void Check(ProbeOptions options)
    {
        base.Check(options);
        if (options is { History: true, DryRun: true })
            throw new UsageException("--history measures nothing, so there is no load to print: omit --dry-run.");
        if (!options.History && (options.Since is not null || options.Data is not null))
            throw new UsageException("--since and --data select measurements of the service: add --history, or omit them.");
    }
}
