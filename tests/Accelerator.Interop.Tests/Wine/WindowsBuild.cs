using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Wine;

/// <summary>A published <c>ftpx.exe</c>. tests/run publishes it; a test does not build.</summary>
/// <param name="Framework">The runtime it carries: <c>net10.0</c>.</param>
internal sealed record WindowsBuild(string Framework)
{
    /// <summary>What the installer ships.</summary>
    public static WindowsBuild Shipped { get; } = new("net10.0");

    /// <summary>For those who ask for .NET 8.</summary>
    public static WindowsBuild Older { get; } = new("net8.0");

    private string Folder => Path.Combine(Checkout.Root, "artifacts", "windows", Framework);

    /// <summary>The path of ftpx.exe on this machine.</summary>
    /// <exception cref="InvalidOperationException">There is no Wine, it was not published, or the program's source has changed since.</exception>
    public string Require() => Require(Path.Combine("publish", "ftpx.exe"), "src");

    /// <summary>The path of ftpxd.exe on this machine, beside ftpx.exe; only what is shipped has it.</summary>
    /// <exception cref="InvalidOperationException">As above.</exception>
    public string RequireService() => Require(Path.Combine("publish", "ftpxd.exe"), "src");

    /// <summary>The path of tests/Accelerator.Tuning.Wine on this machine; only what is shipped has it beside it.</summary>
    /// <exception cref="InvalidOperationException">As above.</exception>
    public string RequireTuning() => Require(Path.Combine("tuning", "Accelerator.Tuning.Wine.exe"), "src", Path.Combine("tests", "Accelerator.Tuning.Wine"));

    private string Require(string path, params IEnumerable<string> sources)
    {
        // First: without Wine tests/run publishes nothing.
        ServerTools.Require("wine");
        var executable = Path.Combine(Folder, path);
        // Made before the publish began: a source that changed meanwhile counts as newer.
        var published = new FileInfo(Path.Combine(Folder, "published"));
        if (!published.Exists || !File.Exists(executable)) throw new InvalidOperationException($"There is no {executable}: run tests/run --group wine once.");
        var newer = sources.SelectMany(source => new DirectoryInfo(Path.Combine(Checkout.Root, source)).EnumerateFiles("*", SearchOption.AllDirectories))
            .FirstOrDefault(file => file.LastWriteTimeUtc > published.LastWriteTimeUtc);
        return newer is null ? executable : throw new InvalidOperationException($"{executable} is older than {newer.FullName}: run tests/run --group wine once.");
    }
}
