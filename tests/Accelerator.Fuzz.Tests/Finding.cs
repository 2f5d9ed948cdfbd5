using System.Text.RegularExpressions;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Fuzz.Tests;

/// <summary>An input that breaks a promise. Kept as a file, it is tried in every run from then on.</summary>
/// <param name="Target">Whose promise.</param>
/// <param name="Seed">The seed that makes the input first; null for a seed file's own input.</param>
/// <param name="Input">The bytes, as few as were found to do.</param>
internal sealed partial record Finding(string Target, ulong? Seed, byte[] Input, string What)
{
    /// <summary>Where findings are kept, in the sources.</summary>
    public static string Folder { get; } = Path.Combine(Checkout.Root, "tests", "Accelerator.Fuzz.Tests", "Findings");

    /// <summary>All that are kept: target and file name.</summary>
    public static IEnumerable<(string Target, string Name)> Kept =>
        from file in Directory.EnumerateFiles(Folder, "*.txt", SearchOption.AllDirectories)
        orderby file
        select (Path.GetFileName(Path.GetDirectoryName(file)!), Path.GetFileName(file));

    /// <summary>Writes it among the kept ones.</summary>
    /// <returns>The file's path.</returns>
    public string Keep()
    {
        var folder = Directory.CreateDirectory(Path.Combine(Folder, Target)).FullName;
        var path = Path.Combine(folder, Convert.ToHexString(SHA256.HashData(Input))[..12].ToLowerInvariant() + ".txt");
        // Where the sources lie on this machine is nobody's business.
        var what = string.Join('\n', What.ReplaceLineEndings("\n").Split('\n').Take(12).Select(line => $"# {SourcePlace().Replace(line, "")}".TrimEnd()));
        File.WriteAllText(path, $"{what}\n# seed {Seed?.ToString() ?? "none"}\n{EscapedBytes.Write(Input)}");
        return path;
    }

    [GeneratedRegex(@" in \S+:line \d+$")]
    private static partial Regex SourcePlace();
}
