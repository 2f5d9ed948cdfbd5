using System.CommandLine;
using Accelerator.Cli.Options;
using Accelerator.Cli.Values;
using Accelerator.Engine.Mirroring;

namespace Accelerator.Cli.Mirror;

/// <summary>The options of <c>ftpx mirror</c>.</summary>
internal sealed class MirrorOptionTable : TransferOptionTable
{
    public MirrorOptionTable()
    {
        Include = Values("--include", "GLOB", "every file", "Only files that match this pattern; may be given several times.", MirrorValues.Glob);
        Exclude = Values("--exclude", "GLOB", "none", "Leave out files and folders that match this pattern; may be given several times.", MirrorValues.Glob);
        NewerThan = Value("--newer-than", "WHEN", "any time",
            "Only files changed after a date (UTC unless it has an offset) or within an age: 2026-11-20, 36h, 7d.",
            MirrorValues.PointInTime);
        MinAge = Value<TimeSpan?>("--min-age", "AGE", "none",
            "Leave files for the next run that were changed so lately: 30s, 10m, 2h, 1d.",
            text => MirrorValues.Age(text));
        MaxDepth = Value<int?>("--max-depth", "N", "all",
            "Folders within one another that are entered; 0 takes the folder's own files.",
            text => MirrorValues.Depth(text));
        Order = Value("--order", "path|newest|smallest", "path", "Which files come first.", MirrorValues.Order);
        Parallel = Value<int?>("--parallel", "N", "as many as there are streams", "Files fetched side by side, 1 to 64.", text => MirrorValues.Parallel(text));
        Delete = Flag("--delete", "Delete local files that are proven not to be on the server, when all others are fetched; asks first.");
        Yes = Flag("--yes", "Delete without asking.");
        MaxDelete = Value<DeleteLimit?>("--max-delete", "N|%", "50%",
            "Delete nothing at all if more local files than this would go: a number, or a share of them.",
            MirrorValues.MaxDelete);
        Checksum = Flag("--checksum", "Compare files of equal size by the server's hash, not by time.");
        AddStreams();
        AddFetching("How files are proven beyond lengths and seams: auto, none or always.", text => GetValues.VerifyAll(text, "a folder"));
        AddReplicas("tree");
        AddConnection("Address or interface of this computer to connect from; several, with commas or by several --bind, share the work.");
        AddRun();
    }

    public Argument<string> Address { get; } = new("URL")
    {
        Description = "A folder: ftp://host/dir, ftpes:// for explicit TLS, ftps:// for implicit TLS.",
    };

    public Argument<string?> Folder { get; } = new("DIR")
    {
        Arity = ArgumentArity.ZeroOrOne,
        Description = "The local folder; it is made when it is not there. [default: one of the same name in the current folder]",
    };

    public Option<IReadOnlyList<Glob>?> Include { get; }

    public Option<IReadOnlyList<Glob>?> Exclude { get; }

    public Option<PointInTime?> NewerThan { get; }

    public Option<TimeSpan?> MinAge { get; }

    public Option<int?> MaxDepth { get; }

    public Option<MirrorOrder> Order { get; }

    public Option<int?> Parallel { get; }

    public Option<bool> Delete { get; }

    public Option<bool> Yes { get; }

    public Option<DeleteLimit?> MaxDelete { get; }

    public Option<bool> Checksum { get; }
}
