using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>The local paths that <c>--bind</c> names.</summary>
internal static class BindOption
{
    /// <summary>Returns all of them; if none is named, one that leaves the choice to the system.</summary>
    /// <param name="typed">The value of each <c>--bind</c>.</param>
    /// <param name="environment">The process environment.</param>
    /// <exception cref="UsageException">A local path is invalid, or named twice.</exception>
    public static IReadOnlyList<LocalPath?> Find(IReadOnlyList<string> typed, ProcessEnvironment environment)
    {
        if (typed.Count == 0) return [null];
        return LocalPath.TryFind(typed, environment.Interfaces(), out var paths, out var problem)
            ? paths : throw new UsageException($"--bind: {problem}");
    }

    /// <summary>Returns the local path of a command that uses only one; null leaves the choice to the system.</summary>
    /// <param name="typed">The value of each <c>--bind</c>.</param>
    /// <param name="environment">The process environment.</param>
    /// <param name="command">The command, for the message: <c>ftpx ls</c>.</param>
    /// <exception cref="UsageException">The local path is invalid, or there are several.</exception>
    public static LocalPath? FindOne(IReadOnlyList<string> typed, ProcessEnvironment environment, string command) =>
        Find(typed, environment) is [var only]
            ? only
            : throw new UsageException(
                $"--bind: {command} uses one local path; give only one. ftpx get, mirror and cat can use several.");
}
