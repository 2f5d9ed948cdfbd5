namespace Accelerator.Interop.Tests.Installer;

/// <summary>The packages that <c>installer/build</c> has made, called by <c>tests/publish-windows</c>.</summary>
internal static partial class Packages
{
    private static readonly string Out = Path.Combine(Checkout.Root, "artifacts", "installer");

    /// <summary>The version of what is shipped, which is written in one place.</summary>
    public static string Version { get; } = VersionElement().Match(File.ReadAllText(Path.Combine(Checkout.Root, "Directory.Build.props"))).Groups[1].Value;

    public static string Stage => WindowsBuild.Shipped.RequireFolder();

    public static string Msi => Package("msi");

    public static string Checksums => Path.Combine(Out, "SHA256SUMS");

    public static string Package(string ending) => Path.Combine(Out, $"Accelerator-{Version}-x64.{ending}");

    /// <summary>Gets the packages that restore has resolved for a program.</summary>
    public static string Assets(string program) => Path.Combine(Out, "net10.0", "build", "obj", program, "project.assets.json");

    /// <summary>Lists all files below a folder, in order, as paths relative to it.</summary>
    public static IEnumerable<string> Files(string folder) =>
        Directory.EnumerateFiles(folder, "*", SearchOption.AllDirectories).Select(path => Path.GetRelativePath(folder, path)).Order(StringComparer.Ordinal);

    public static string Hash(string path)
    {
        using var file = File.OpenRead(path);
        return Convert.ToHexString(SHA256.HashData(file)).ToLowerInvariant();
    }

    /// <summary>Computes the SHA-256 of each file below a folder, by its relative path.</summary>
    public static SortedDictionary<string, string> Hashes(string folder) => new(Files(folder).ToDictionary(path => path, path => Hash(Path.Combine(folder, path))), StringComparer.Ordinal);

    /// <summary>Runs one of the scripts of <c>installer</c>.</summary>
    public static async Task<ProgramEnd> ScriptAsync(string script, IEnumerable<string> words, CancellationToken cancellationToken, IReadOnlyDictionary<string, string>? environment = null)
    {
        // Packages are restored into this machine's user's folder, which other tests do not see.
        var all = new Dictionary<string, string>(environment ?? new Dictionary<string, string>()) { ["HOME"] = Environment.GetEnvironmentVariable("HOME") ?? "/root" };
        all.TryAdd("SOURCE_DATE_EPOCH", "1700000000");
        var file = Path.Combine(Checkout.Root, "installer", script);
        return await ProgramRun.RunFileAsync(file, Checkout.Root, words, cancellationToken, all);
    }

    [GeneratedRegex("<Version>(.*)</Version>")]
    private static partial Regex VersionElement();
}
