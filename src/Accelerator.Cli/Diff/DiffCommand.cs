using Accelerator.Cli.Mirror;

namespace Accelerator.Cli.Diff;

/// <summary>The <c>ftpx diff</c> command: what <c>ftpx mirror --dry-run</c> would plan. The runner is injected.</summary>
internal sealed class DiffCommand : ComparisonCommand
{
    public DiffCommand(Func<MirrorOptions, Task<int>> run)
        : base("diff", "Compare a remote folder with a local one", run)
    {
        Argument("URL", "Remote folder: ftp://host/dir; ftpes:// or ftps:// for TLS", (o, v) => o with { Address = v });
        Argument("DIR", "Local folder", (o, v) => o with { Folder = v });
        Example("ftpx diff ftp://host/pub archive", "by size and time");
        Example("ftpx diff --checksum ftp://host/pub archive", "by the server's hash");
        Example("ftpx diff --newer-than 7d ftp://host/pub archive", "only files of a week");

        AddTree();
        Group("Comparison");
        AddChecksum();
        Group("Output");
        AddQuiet("Print errors only; the exit code has the answer");
        AddJson();
        AddServer();
        AddAdvancedConnection();
        AddBind();
        AddNoSiteMemory();
        // A difference is never acted on, so the folder is neither locked nor changed.
        Takes(new MirrorOptions { Address = "", DryRun = true });
    }
}
