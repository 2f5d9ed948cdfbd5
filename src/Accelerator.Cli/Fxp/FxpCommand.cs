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
        : base("fxp", "Copy files from one server to another, which send them to each other; nothing passes through this computer.", run)
    {
        Argument(
            "SRC-URL",
            "What is to be copied: a file, a pattern as ftp://host/dir/*.nc, or with a slash at its end a folder; "
                + "ftpes:// for explicit TLS, ftps:// for implicit TLS.",
            (o, v) => o with { Source = v });
        Argument(
            "DST-URL", "Where to: a file name, or with a slash at its end a folder, which is made when it is not there.",
            (o, v) => o with { Destination = v });
        Flag(
            "--recursive", "SRC-URL is a folder, as it is with a slash at its end: all that is in it goes over.",
            (o, v) => o with { Recursive = v }, alias: "-R");
        Value(
            "--parallel", "N", "8", "Files at once, 1 to 64; each takes one session on both servers.", MirrorValues.Parallel,
            (o, v) => o with { Parallel = v });
        Value(
            "--streams", "N|auto", "auto",
            "Streams for one large file, 1 to 64; more than one only where the destination has shown that it stores segments rightly.",
            GetValues.Streams, (o, v) => o with { Streams = v });
        Value(
            "--passive", "source|destination", "destination", "The server that listens at first; the other one does when either refuses.",
            ReadSide, (o, v) => o with { Passive = v });
        Flag(
            "--via-client", "Where the servers refuse to send to each other, let the files pass through this computer.",
            (o, v) => o with { ViaClient = v });
        Flag(
            "--overwrite", "Replace files that the destination has already and that are not the same.", (o, v) => o with { Overwrite = v });
        Flag(
            "--no-resume", "Leave what an earlier unfinished try has left at the destination, and send from the first byte.",
            (o, v) => o with { NoResume = v });
        AddVerify("How files are proven beyond sizes: auto, none, always or, for a single file, sha256:HEX.", GetValues.Verify);
        Values(
            "--include", "GLOB", "every file", "Of a folder only files that match this pattern; may be given several times.",
            MirrorValues.Glob, (o, v) => o with { Include = v });
        Values(
            "--exclude", "GLOB", "none", "Of a folder leave out files and folders that match this pattern; may be given several times.",
            MirrorValues.Glob, (o, v) => o with { Exclude = v });
        Value(
            "--max-depth", "N", "all", "Folders within one another that are entered; 0 takes the folder's own files.", MirrorValues.Depth,
            (o, v) => o with { MaxDepth = v });
        AddConnection();
        AddNoSiteMemory("Leave out what is known of the servers and what you laid down for them, and learn nothing.");
        AddDryRun("Ask both servers, print the plan, send nothing.");
        AddQuiet();
        AddJson();
        AddTrace("Write the dialogues with both servers to FILE, secrets masked.");
        AddLogFile();
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
