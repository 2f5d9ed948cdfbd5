namespace Accelerator.Soak.Tests.Storms;

/// <summary>
/// The files of a round's server: a few that are large enough for several streams, and many small ones in folders. Sizes, names and bytes
/// come from a seed.
/// </summary>
internal sealed class SourceTree
{
    public const string Root = "/pub";

    // A file of this length or more is journalled and fetched in ranges.
    private const int Large = 16 << 20;

    public SourceTree(LoopbackServer server, Dice dice)
    {
        var files = new List<SourceVersions>();
        for (var i = 0; i < 2; i++) files.Add(new(server, $"{Root}/large-{i}.bin", Large + dice.Below(4 << 20), dice.Next()));
        for (var i = 0; i < 3; i++) files.Add(new(server, $"{Root}/day-{i}/middle.bin", (1 << 20) + dice.Below(3 << 20), dice.Next()));
        for (var i = 0; i < 40; i++) files.Add(new(server, $"{Root}/day-{dice.Below(5)}/small-{i}.bin", dice.Below(dice.OneIn(2) ? 100 : 60_000), dice.Next()));
        Files = files;
    }

    public IReadOnlyList<SourceVersions> Files { get; }

    /// <summary>The files that are fetched in ranges, whose metadata is probed again at their end, also in a mirror.</summary>
    public IEnumerable<SourceVersions> Ranged => Files.Where(file => file.Now.Content.Length >= Large);

    /// <summary>
    /// Writes another version of some file. A short file that is in a listing is fetched with one RETR and without a metadata probe
    /// (docs/mirroring.md). Such a file is replaced by a rename only, because no client can detect a change in place between two of its
    /// bytes.
    /// </summary>
    /// <returns>A description of the change.</returns>
    public string ReplaceOne(Dice dice)
    {
        var file = dice.OneIn(2) ? dice.Of(Ranged.ToList()) : dice.Of(Files);
        return file.Replace(dice, inPlace: file.Now.Content.Length >= Large && dice.OneIn(2));
    }
}
