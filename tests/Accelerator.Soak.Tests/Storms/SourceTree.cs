namespace Accelerator.Soak.Tests.Storms;

/// <summary>What a round's server has: a few files worth several streams, and many small ones in folders. Sizes, names and bytes come from a seed.</summary>
internal sealed class SourceTree
{
    public const string Root = "/pub";

    // From here on a file is journalled, and fetched in ranges.
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

    /// <summary>Those that come in ranges, and in a mirror too are asked about once more at their end.</summary>
    public IEnumerable<SourceVersions> Ranged => Files.Where(file => file.Now.Content.Length >= Large);

    /// <summary>
    /// Another version of some file. A short file that a listing has told of comes with one RETR and is asked nothing (docs/mirroring.md): it is
    /// replaced by a rename only, because nobody can see that it changed in place between two of its bytes.
    /// </summary>
    /// <returns>What was done.</returns>
    public string ReplaceOne(Dice dice)
    {
        var file = dice.OneIn(2) ? dice.Of(Ranged.ToList()) : dice.Of(Files);
        return file.Replace(dice, inPlace: file.Now.Content.Length >= Large && dice.OneIn(2));
    }
}
