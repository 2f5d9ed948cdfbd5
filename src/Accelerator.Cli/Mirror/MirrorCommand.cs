using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;

namespace Accelerator.Cli.Mirror;

/// <summary>The <c>ftpx mirror</c> command: parses its arguments into <see cref="MirrorOptions"/>. The runner is injected.</summary>
internal sealed class MirrorCommand : TransferCommand<MirrorOptions>
{
    public MirrorCommand(Func<MirrorOptions, Task<int>> run)
        : base("mirror", "Make a local folder like one on the server: fetch what is new or changed, leave what is the same.", run)
    {
        Argument("URL", "A folder: ftp://host/dir, ftpes:// for explicit TLS, ftps:// for implicit TLS.", (o, v) => o with { Address = v });
        Argument(
            "DIR", "The local folder; it is made when it is not there. [default: one of the same name in the current folder]",
            (o, v) => o with { Folder = v }, isOptional: true);
        Values(
            "--include", "GLOB", "every file", "Only files that match this pattern; may be given several times.", MirrorValues.Glob,
            (o, v) => o with { Include = v });
        Values(
            "--exclude", "GLOB", "none", "Leave out files and folders that match this pattern; may be given several times.",
            MirrorValues.Glob, (o, v) => o with { Exclude = v });
        Value(
            "--newer-than", "WHEN", "any time",
            "Only files changed after a date (UTC unless it has an offset) or within an age: 2026-11-20, 36h, 7d.",
            MirrorValues.PointInTime, (o, v) => o with { NewerThan = v });
        Value(
            "--min-age", "AGE", "none", "Leave files for the next run that were changed so lately: 30s, 10m, 2h, 1d.", MirrorValues.Age,
            (o, v) => o with { MinAge = v });
        Value(
            "--max-depth", "N", "all", "Folders within one another that are entered; 0 takes the folder's own files.", MirrorValues.Depth,
            (o, v) => o with { MaxDepth = v });
        Value("--order", "path|newest|smallest", "path", "Which files come first.", MirrorValues.Order, (o, v) => o with { Order = v });
        Value(
            "--parallel", "N", "as many as there are streams", "Files fetched side by side, 1 to 64.", MirrorValues.Parallel,
            (o, v) => o with { Parallel = v });
        Flag(
            "--delete", "Delete local files that are proven not to be on the server, when all others are fetched; asks first.",
            (o, v) => o with { Delete = v });
        Flag("--yes", "Delete without asking.", (o, v) => o with { Yes = v });
        Value(
            "--max-delete", "N|%", "50%", "Delete nothing at all if more local files than this would go: a number, or a share of them.",
            MirrorValues.MaxDelete, (o, v) => o with { MaxDelete = v });
        Flag("--checksum", "Compare files of equal size by the server's hash, not by time.", (o, v) => o with { Checksum = v });
        AddStreams();
        AddFetching("How files are proven beyond lengths and seams: auto, none or always.", text => GetValues.VerifyAll(text, "a folder"));
        AddReplicas("tree");
        AddConnection(BindSeveral);
        AddRun();
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
