using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>The ways out of this computer that <c>--bind</c> names.</summary>
internal static class BindOption
{
    /// <summary>All of them; where none is named, one that leaves the choice to the system.</summary>
    /// <param name="typed">What stands behind each <c>--bind</c>.</param>
    /// <param name="environment">The process.</param>
    /// <exception cref="UsageException">One is none, or is named twice.</exception>
    public static IReadOnlyList<LocalPath?> Find(IReadOnlyList<string> typed, ProcessEnvironment environment)
    {
        if (typed.Count == 0) return [null];
        return LocalPath.TryFind(typed, environment.Interfaces(), out var paths, out var problem)
            ? paths : throw new UsageException($"--bind: {problem}");
    }

    /// <summary>The one of a command that has use for one only; null leaves the choice to the system.</summary>
    /// <param name="typed">What stands behind each <c>--bind</c>.</param>
    /// <param name="environment">The process.</param>
    /// <param name="command">The command, for the message: <c>ftpx ls</c>.</param>
    /// <exception cref="UsageException">It is none, or there are several.</exception>
    public static LocalPath? FindOne(IReadOnlyList<string> typed, ProcessEnvironment environment, string command) =>
        Find(typed, environment) is [var only]
            ? only
            : throw new UsageException(
                $"--bind: {command} leaves this computer by one way: name one. ftpx get and ftpx mirror share the work out among several.");
}
