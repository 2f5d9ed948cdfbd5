namespace Accelerator.Interop.Tests.Wine;

/// <summary>Programs that <c>tests/publish-windows</c> has published for Windows; a test builds none.</summary>
internal sealed class WindowsBuild
{
    private readonly string _stamp;
    private readonly Lazy<string> _folder;

    /// <param name="published">The folder with the stamp of the build.</param>
    /// <param name="programs">The folder with the programs, below it.</param>
    private WindowsBuild(string published, string programs)
    {
        _stamp = Path.Combine(published, "published");
        _folder = new Lazy<string>(() => RequireFresh(Path.Combine(published, programs)));
    }

    /// <summary>The build that the installer ships: ftpx.exe and ftpxd.exe in one folder.</summary>
    public static WindowsBuild Shipped { get; } = new(Artifacts("installer", "net10.0"), "stage");

    /// <summary>ftpx.exe with .NET 8, which only <c>tests/publish-windows --all</c> makes.</summary>
    public static WindowsBuild Older { get; } = new(Artifacts("windows", "net8.0"), "publish");

    /// <summary>tests/Accelerator.Tuning.Wine, published beside what is shipped.</summary>
    public static WindowsBuild Tuning { get; } = new(Artifacts("installer", "net10.0"), "build/publish/Accelerator.Tuning.Wine/release_win-x64");

    /// <summary>The folder of the programs.</summary>
    /// <exception cref="InvalidOperationException">There is no Wine, nothing was published, or a source has changed since.</exception>
    public string RequireFolder()
    {
        // Without Wine nothing is published, so this is the reason to tell.
        ServerTools.Require("wine");
        return _folder.Value;
    }

    /// <summary>The path of a program on this machine.</summary>
    /// <exception cref="InvalidOperationException">As of <see cref="RequireFolder"/>.</exception>
    public string Require(string program = "ftpx.exe") => Path.Combine(RequireFolder(), program);

    private string RequireFresh(string folder)
    {
        const string advice = "run tests/publish-windows (with --all for .NET 8)";
        // Made before the publish began: a source that changed meanwhile counts as newer.
        var stamp = new FileInfo(_stamp);
        if (!stamp.Exists || !Directory.Exists(folder)) throw new InvalidOperationException($"There is no {folder}: {advice}.");
        string[] sources = ["src", "installer", "tests/Accelerator.Tuning.Wine"];
        var newer = sources.SelectMany(source => new DirectoryInfo(Path.Combine(Checkout.Root, source)).EnumerateFiles("*", SearchOption.AllDirectories))
            .FirstOrDefault(file => file.LastWriteTimeUtc > stamp.LastWriteTimeUtc);
        return newer is null ? folder : throw new InvalidOperationException($"{folder} is older than {newer.FullName}: {advice}.");
    }

    private static string Artifacts(params IEnumerable<string> names) => Path.Combine([Checkout.Root, "artifacts", .. names]);
}
