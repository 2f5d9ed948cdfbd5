using Accelerator.Engine.Storage;
using Accelerator.Ftp;

namespace Accelerator.Cli.Hosting;

/// <summary>Checks and opens a file that a command writes besides its downloads, before anything is fetched.</summary>
internal static class WritableFile
{
    /// <summary>Throws if the file cannot be written.</summary>
    /// <param name="what">The file, for the start of a sentence: <c>The report</c>.</param>
    /// <param name="path">Its full path.</param>
    /// <param name="targets">The target paths of the run.</param>
    /// <exception cref="UsageException">It is a folder, a device or a target, or its folder does not exist.</exception>
    public static void Require(string what, string path, IEnumerable<string> targets)
    {
        RequireFree(what, path, targets);
        if (Path.GetDirectoryName(path) is not { } folder || !Directory.Exists(folder))
            throw new UsageException($"{what} cannot be written: the folder of {SafeText.Escape(path)} does not exist.");
    }

    /// <summary>Throws if a folder, a device or a target of the run has the name of the file; its own folder may be missing.</summary>
    /// <inheritdoc cref="Require"/>
    public static void RequireFree(string what, string path, IEnumerable<string> targets)
    {
        var shown = SafeText.Escape(path);
        if (Directory.Exists(path)) throw new UsageException($"{what} cannot be written: {shown} is a folder.");
        if (ReplaceableFile.Obstacle(path) is { } obstacle)
            throw new UsageException($"{what} cannot be written: {shown} is {obstacle}, and only regular files are replaced.");
        if (targets.Contains(path, StringComparer.OrdinalIgnoreCase))
            throw new UsageException($"{what} and a downloaded file would both be written to {shown}: give {Lower(what)} another name.");
    }

    /// <summary>Throws if the folder of a file that is written while the command runs does not exist.</summary>
    /// <inheritdoc cref="Require"/>
    public static void RequireFolder(string what, string path)
    {
        // On Windows a device such as NUL has no folder.
        if (ReplaceableFile.Obstacle(path) is null) Require(what, path, []);
    }

    /// <summary>Opens a file that is written while the command runs.</summary>
    /// <param name="what">The file, for the start of a sentence: <c>The log file</c>.</param>
    /// <param name="path">Its full path.</param>
    /// <param name="mode">Whether an earlier file is replaced or continued.</param>
    /// <param name="option">The option that names it.</param>
    /// <exception cref="UsageException">It cannot be written.</exception>
    public static FileStream Open(string what, string path, FileMode mode, string option)
    {
        RequireFolder(what, path);
        try
        {
            return new FileStream(path, mode, FileAccess.Write, FileShare.Read);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException or NotSupportedException)
        {
            throw Refused(what, path, StorageErrors.Reason(e), option);
        }
    }

    /// <summary>Returns the exception for a file that cannot be written.</summary>
    /// <param name="what">The file, for the start of a sentence: <c>The log file</c>.</param>
    /// <param name="path">Its full path.</param>
    /// <param name="reason">The reason, with a period.</param>
    /// <param name="option">The option that names it.</param>
    public static UsageException Refused(string what, string path, string reason, string option) =>
        new($"{what} {SafeText.Escape(path)} cannot be written: {SafeText.Escape(reason)} Choose another file with {option}.");

    private static string Lower(string what) => char.ToLowerInvariant(what[0]) + what[1..];
}
