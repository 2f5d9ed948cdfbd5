using Accelerator.Cli.Addresses;

namespace Accelerator.Cli.Probe;

/// <summary>The command that fetches the probed file: the same arguments, with the recommended number of streams.</summary>
internal static class ProbeHint
{
    private static readonly string[] Flags = ["--dry-run", "--quiet", "--json"];
    private static readonly string[] WithValue = ["--streams", "--time-limit", "--trace"];

    /// <summary>The command line.</summary>
    /// <param name="words">The typed arguments, <c>probe</c> first.</param>
    /// <param name="streams">The number of streams; null leaves it to <c>get</c>.</param>
    /// <param name="windows">Whether to use the quoting rules of Windows.</param>
    public static string For(IReadOnlyList<string> words, int? streams, bool windows)
    {
        var kept = new List<string> { "get" };
        if (streams is { } count) kept.AddRange(["--streams", $"{count}"]);
        for (var i = 1; i < words.Count; i++)
        {
            if (WithValue.Contains(words[i])) i++;
            else if (!Flags.Contains(words[i])) kept.Add(words[i]);
        }
        return CommandText.Of(kept, windows);
    }
}
