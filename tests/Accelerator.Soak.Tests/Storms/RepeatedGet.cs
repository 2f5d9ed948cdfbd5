namespace Accelerator.Soak.Tests.Storms;

/// <summary>
/// <c>ftpx get</c> of some files: those that are missing. Once all exist, they are deleted and fetched again; in the calm they are fetched
/// over the existing ones.
/// </summary>
/// <param name="files">What is fetched; names that differ.</param>
internal sealed class RepeatedGet(string name, string folder, IReadOnlyList<SourceVersions> files, StormFixture fixture, Dice dice) : RepeatedCommand(name, folder, fixture, dice)
{
    private HashSet<SourceVersions> _asked = [];

    protected override IEnumerable<string> Words(bool isCalm)
    {
        if (!isCalm && files.All(file => File.Exists(LocalOf(file)))) foreach (var file in files) File.Delete(LocalOf(file));
        _asked = [.. files.Where(file => isCalm || !File.Exists(LocalOf(file)))];
        return
        [
            "get", "--quiet", "--output", Folder, .. isCalm ? (string[])["--overwrite"] : [],
            .. Dice.OneIn(2) ? (string[])["--streams", $"{2 + Dice.Below(7)}"] : [], .. _asked.Select(file => Fixture.Weather.UrlOf(file.Path)),
        ];
    }

    protected override async Task CheckAsync(long began, bool isSuccess)
    {
        foreach (var file in files) await CompareAsync(file, LocalOf(file), isSuccess && _asked.Contains(file) ? began : null);
    }

    protected override IEnumerable<string> Expected() => files.Select(file => Path.GetFileName(file.Path));

    private string LocalOf(SourceVersions file) => Path.Combine(Folder, Path.GetFileName(file.Path));
}
