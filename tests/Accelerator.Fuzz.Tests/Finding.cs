using System.Text.RegularExpressions;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Fuzz.Tests;

/// <summary>An input that breaks a promise. It is kept as a file and tried again in every later run.</summary>
/// <param name="Target">The target whose promise is broken.</param>
/// <param name="Seed">The seed with which a run makes this input first; null for an input of a seed file.</param>
/// <param name="Input">The bytes, minimized.</param>
internal sealed partial record Finding(string Target, ulong? Seed, byte[] Input, string What)
{
    /// <summary>The folder of the findings, in the sources.</summary>
    public static string Folder { get; } = Path.Combine(Checkout.Root, "tests", "Accelerator.Fuzz.Tests", "Findings");

    /// <summary>The kept findings: target and file name.</summary>
    public static IEnumerable<(string Target, string Name)> Kept =>
        from file in Directory.EnumerateFiles(Folder, "*.txt", SearchOption.AllDirectories)
        orderby file
        select (Path.GetFileName(Path.GetDirectoryName(file)!), Path.GetFileName(file));

    /// <summary>Writes the finding to a file in <see cref="Folder"/>.</summary>
    /// <returns>The file's path.</returns>
    public string Keep()
    {
        var folder = Directory.CreateDirectory(Path.Combine(Folder, Target)).FullName;
        var path = Path.Combine(folder, Convert.ToHexString(SHA256.HashData(Input))[..12].ToLowerInvariant() + ".txt");
        // Leave out where the sources lie on this machine.
        var what = string.Join('\n', What.ReplaceLineEndings("\n").Split('\n').Take(12).Select(line => $"# {SourcePlace().Replace(line, "")}".TrimEnd()));
        File.WriteAllText(path, $"{what}\n# seed {Seed?.ToString() ?? "none"}\n{EscapedBytes.Write(Input)}");
        return path;
    }

    [GeneratedRegex(@" in \S+:line \d+$")]
    private static partial Regex SourcePlace();
}
