using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Du;

/// <summary>The <c>ftpx du</c> command: parses its arguments into <see cref="DuOptions"/>. The runner is injected.</summary>
internal sealed class DuCommand : TransferCommand<DuOptions>
{
    public DuCommand(Func<DuOptions, Task<int>> run) : base("du", "Sum up the files and bytes of remote folders", run)
    {
        Argument("URL", "Folder: ftp://host/dir; ftpes:// or ftps:// for TLS", (o, v) => o with { Address = v });
        Example("ftpx du ftp://host/pub", "each folder, then pub");
        Example("ftpx du --max-depth 1 --human ftp://host/pub", "pub and the folders in it");
        Example("ftpx du --summarize --include \"*.nc\" ftp://host/pub", "some files only");

        Group("Output");
        Value(
            "--max-depth", "N", "all", "Print folders down to N levels; deeper ones still count", MirrorValues.Depth,
            (o, v) => o with { MaxDepth = v });
        Flag("--summarize", "Print the total only", (o, v) => o with { Summarize = v }, alias: "-s");
        Flag("--human", "Print sizes as 1.25 GiB, not in bytes; for help, use --help", (o, v) => o with { Human = v }, alias: "-h");
        AddJson();
        AddSelection();
        AddServer();
        AddAdvancedConnection();
        AddBind();
        AddNoSiteMemory();
        Takes(new DuOptions { Address = "" });
    }

    /// <inheritdoc/>
    protected override void Check(DuOptions options)
    {
        if (options is { Summarize: true, MaxDepth: > 0 })
            throw new UsageException("--summarize prints the total only, and --max-depth more: omit one of them.");
    }
}
