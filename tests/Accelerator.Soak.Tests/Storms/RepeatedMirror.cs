namespace Accelerator.Soak.Tests.Storms;

/// <summary><c>ftpx mirror</c> of the whole tree.</summary>
internal sealed class RepeatedMirror(string folder, StormFixture fixture, Dice dice) : RepeatedCommand("mirror", folder, fixture, dice)
{
    private const string Local = "copy";
    private const string Record = Local + "/.ftpx-mirror";

    protected override IEnumerable<string> Words(bool isCalm) =>
        ["mirror", "--quiet", .. Dice.OneIn(2) ? (string[])["--streams", $"{2 + Dice.Below(6)}"] : [], Fixture.Weather.UrlOf(SourceTree.Root), Local];

    protected override async Task CheckAsync(long began, bool isSuccess)
    {
        foreach (var file in Fixture.Tree.Files) await CompareAsync(file, Path.Combine(Folder, LocalOf(file)), isSuccess ? began : null);
    }

    protected override IEnumerable<string> Expected() => [Record, .. Fixture.Tree.Files.Select(LocalOf)];

    private static string LocalOf(SourceVersions file) => Local + file.Path[SourceTree.Root.Length..];
}
