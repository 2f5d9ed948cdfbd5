namespace Accelerator.Cli.Tests;

/// <summary>A simulated mirror run: two new files, one changed, 988 unchanged, one extra file and one extra folder.</summary>
internal static class MirrorSamples
{
    public static MirrorRequest Request() => new() { Source = TransferSamples.Source("pub"), TargetRoot = "/data", Transfer = new TransferRequest { Items = [] } };

    public static MirrorPlan Plan() => new()
    {
        Fetches =
        [
            Fetch("passes/0411.nc", MirrorChange.New, "", 1200 * TransferSamples.MiB),
            Fetch("passes/0412\u001b.nc", MirrorChange.New, "", null),
            Fetch("readme", MirrorChange.Changed, "5 bytes here, 7 there", 7),
        ],
        Extras = [new MirrorExtra("old.nc", "/data/old.nc", false, 1, 300), new MirrorExtra("gone", "/data/gone", true, 2, TransferSamples.MiB)],
        Folders = 12,
        SameFiles = 988,
        SameBytes = 12 << 10,
        UnwantedFiles = 0,
        YoungFiles = 0,
        LeftOut = [],
        Problems = [],
    };

    public static MirrorPlan UpToDate() => Plan() with { Fetches = [], Extras = [] };

    public static MirrorProblem Problem() => new("raw", FailureKind.Network, "The folder raw could not be listed: 425 No data connection.");

    public static MirrorResult Result(MirrorPlan? plan = null, params FileResult[] files) => new()
    {
        Plan = plan ?? Plan(),
        Files = files.Length > 0 ? files : [.. (plan ?? Plan()).Fetches.Select(fetch => TransferSamples.Done() with { Size = fetch.Size ?? 0, BytesReused = 0, BytesFetched = (fetch.Size ?? 0) + 65_536 })],
        Deleted = [],
        Problems = (plan ?? Plan()).Problems,
        Elapsed = TimeSpan.FromSeconds(14.1),
    };

    private static MirrorFetch Fetch(string path, MirrorChange change, string why, long? size) => new(path, change, why, new TransferItem
    {
        Sources = [TransferSamples.Source("pub/" + path)],
        TargetPath = "/data/" + path,
        Listed = size is { } bytes ? new ListedFacts(bytes, null) : null,
    });
}
