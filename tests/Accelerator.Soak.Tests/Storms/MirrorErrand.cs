using Accelerator.Fuzz.Tests;

namespace Accelerator.Soak.Tests.Storms;

/// <summary><c>ftpx mirror</c> of the whole tree.</summary>
internal sealed class MirrorErrand(string folder, StormScene scene, Dice dice) : Errand("mirror", folder, scene, dice)
{
    private const string Local = "copy";
    private const string Record = Local + "/.ftpx-mirror";

    protected override IEnumerable<string> Words(bool isCalm) =>
        ["mirror", "--quiet", .. Dice.OneIn(2) ? (string[])["--streams", $"{2 + Dice.Below(6)}"] : [], Scene.Weather.UrlOf(SourceTree.Root), Local];

    protected override async Task CheckAsync(long began, bool isSuccess)
    {
        foreach (var file in Scene.Tree.Files) await CompareAsync(file, Path.Combine(Folder, LocalOf(file)), isSuccess ? began : null);
    }

    protected override IEnumerable<string> Expected() => [Record, .. Scene.Tree.Files.Select(LocalOf)];

    private static string LocalOf(SourceVersions file) => Local + file.Path[SourceTree.Root.Length..];
}
