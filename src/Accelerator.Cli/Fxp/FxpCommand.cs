using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Cli.Fxp;

/// <summary>The <c>ftpx fxp</c> command: parses its arguments into <see cref="FxpOptions"/>. The runner is injected.</summary>
internal sealed class FxpCommand : TransferCommand<FxpOptions>
{
    public FxpCommand(Func<FxpOptions, Task<int>> run)
        : base("fxp", "Copy files directly between two servers", run)
    {
        Argument(
            "SRC-URL", "File, pattern (*.nc) or, ending in a slash, folder; ftpes:// or ftps:// for TLS",
            (o, v) => o with { Source = v });
        Argument("DST-URL", "File name or, ending in a slash, folder, created if missing", (o, v) => o with { Destination = v });
        Example("ftpx fxp ftp://a/out/pass.nc ftp://b/in/pass-1.nc", "under another name");
        Example("ftpx fxp \"ftp://a/out/*.nc\" ftp://b/in/", "all that match");
        Example("ftpx fxp ftp://a/out/ ftp://b/in/", "all of a folder");
        Example("ftpx fxp --dry-run ftp://a/out/ ftp://b/in/", "the plan only");

        Group("Files");
        Flag("--recursive", "Copy the folder SRC-URL with everything in it", (o, v) => o with { Recursive = v }, alias: "-R");
        Flag("--overwrite", "Replace files that differ at the destination", (o, v) => o with { Overwrite = v });
        Flag("--no-resume", "Ignore any partial copy and start over", (o, v) => o with { NoResume = v });
        AddVerify("Hash: auto, none, always, or sha256:HEX (sha512, sha1, md5)", GetValues.Verify);
        AddSelection();
        Value(
            "--max-depth", "N", "all", "Levels of subfolders to enter; 0 for none", MirrorValues.Depth, (o, v) => o with { MaxDepth = v });
        Group("Transfer");
        Value(
            "--parallel", "N", "8", "Files at once, 1 to 64", MirrorValues.Parallel,
            (o, v) => o with { Parallel = v });
        Value(
            "--streams", "N|auto", "auto", "Connections for one large file, 1 to 64", GetValues.Streams, (o, v) => o with { Streams = v });
        Flag("--via-client", "If the servers refuse, relay through this computer", (o, v) => o with { ViaClient = v });
        AddServer();
        Group("Output");
        AddDryRun("Query both servers and print the plan; copy nothing");
        AddQuiet();
        AddJson();
        AddLogFile();
        AddAdvancedConnection();
        Value(
            "--passive", "SIDE", "destination", "Server that listens first: source or destination", ReadSide,
            (o, v) => o with { Passive = v }, words: ["source", "destination"]);
        AddBind();
        AddNoSiteMemory();
        Takes(new FxpOptions { Source = "", Destination = "" });
    }

    /// <inheritdoc/>
    protected override void Check(FxpOptions options)
    {
        options.RefuseContradictions();
    }

    private static FxpSide ReadSide(string text) => text.ToLowerInvariant() switch
    {
        "source" => FxpSide.Source,
        "destination" => FxpSide.Destination,
        _ => throw new UsageException($"\"{SafeText.Escape(text)}\" is not valid: use source or destination."),
    };
}
