using Accelerator.Cli.Hosting;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Mirror;

/// <summary>The <c>ftpx mirror</c> command: parses its arguments into <see cref="MirrorOptions"/>. The runner is injected.</summary>
internal sealed class MirrorCommand : ComparisonCommand
{
    public MirrorCommand(Func<MirrorOptions, Task<int>> run)
        : base("mirror", "Mirror a remote folder to a local one", run)
    {
        Argument(
            "URL", "Remote folder: ftp://host/dir or NAME:dir; ftpes:// or ftps:// for TLS", (o, v) => o with { Address = v });
        Argument(
            "DIR", "Local folder, created if missing [default: the remote name]", (o, v) => o with { Folder = v },
            isOptional: true);
        Example("ftpx mirror ftp://host/pub/passes", "to the folder passes");
        Example("ftpx mirror ftp://host/pub/passes archive", "to the folder archive");
        Example("ftpx mirror --dry-run ftp://host/pub/passes", "the plan only");

        AddTree();
        Group("Files");
        AddChecksum();
        Value("--order", "ORDER", "path", "Order of files: path, newest or smallest", MirrorValues.Order,
            (o, v) => o with { Order = v }, words: ["path", "newest", "smallest"]);
        AddNoResume();
        AddVerify("Hash: auto, none or always", text => GetValues.VerifyAll(text, "a folder"));
        Group("Deletion");
        Flag("--delete", "Delete local files that the server lacks; asks first", (o, v) => o with { Delete = v });
        Flag("--yes", "Delete without asking", (o, v) => o with { Yes = v });
        Value(
            "--max-delete", "N|%", "50%", "Delete nothing if more files would go", MirrorValues.MaxDelete,
            (o, v) => o with { MaxDelete = v });
        AddSpeed("tree");
        Value(
            "--parallel", "N", "as --streams", "Files at once, 1 to 64", MirrorValues.Parallel,
            (o, v) => o with { Parallel = v });
        AddServer();
        AddRun();
        AddAdvancedTransfer();
        AddChecksumLists(isAdvanced: true);
        AddNoSiteMemory();
        Takes(new MirrorOptions { Address = "" });
    }

    /// <inheritdoc/>
    protected override void Check(MirrorOptions options)
    {
        if (options is { Yes: true, Delete: false })
            throw new UsageException("--yes needs --delete: add --delete, or omit --yes.");
        if (options is { MaxDelete: not null, Delete: false })
            throw new UsageException("--max-delete needs --delete: add --delete, or omit --max-delete.");
        options.RefuseContradictions();
    }
}
