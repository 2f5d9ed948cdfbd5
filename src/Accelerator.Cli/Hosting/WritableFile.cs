using Accelerator.Ftp;

namespace Accelerator.Cli.Hosting;

/// <summary>Checks a file that a command writes besides its downloads for the most likely mistakes, before anything is fetched.</summary>
internal static class WritableFile
{
    /// <summary>Throws if the file cannot be written.</summary>
    /// <param name="what">The file, for the start of a sentence: <c>The report</c>.</param>
    /// <param name="path">Its full path.</param>
    /// <param name="targets">The target paths of the run.</param>
    /// <exception cref="UsageException">It is a folder or a target, or its folder does not exist.</exception>
    public static void Require(string what, string path, IEnumerable<string> targets)
    {
        RequireFree(what, path, targets);
        if (Path.GetDirectoryName(path) is not { } folder || !Directory.Exists(folder))
            throw new UsageException($"{what} cannot be written: the folder of {SafeText.Escape(path)} does not exist.");
    }

    /// <summary>Throws if a folder or a target of the run has the name of the file; its own folder may be missing.</summary>
    /// <inheritdoc cref="Require"/>
    public static void RequireFree(string what, string path, IEnumerable<string> targets)
    {
        var shown = SafeText.Escape(path);
        if (Directory.Exists(path)) throw new UsageException($"{what} cannot be written: {shown} is a folder.");
        if (targets.Contains(path, StringComparer.OrdinalIgnoreCase))
            throw new UsageException($"{what} and a downloaded file would both be written to {shown}: give {Lower(what)} another name.");
    }

    private static string Lower(string what) => char.ToLowerInvariant(what[0]) + what[1..];
}
