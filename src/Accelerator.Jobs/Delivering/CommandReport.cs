using Accelerator.Base.Running;
using Accelerator.Ftp;

namespace Accelerator.Jobs.Delivering;

/// <summary>Says how the command for a file ended.</summary>
internal static class CommandReport
{
    /// <summary>Returns one sentence; null if the command ended with exit code 0.</summary>
    /// <param name="program">The program.</param>
    /// <param name="end">How it ended.</param>
    /// <param name="file">The file.</param>
    /// <param name="why">Why the program was ended: <c>because the service stopped</c>; null if a limit ended it.</param>
    /// <param name="limit">The limit and its name: <c>it ran for 5 s, the limit</c>.</param>
    public static string? Problem(ProgramFile program, ProgramEnd end, string file, string? why, string limit) => end switch
    {
        { ExitCode: 0 } => null,
        { ExitCode: null } when why is not null => $"{program} was terminated for {file}, {why}.",
        { ExitCode: null } => $"{program} was terminated for {file}: {limit}.",
        _ => $"{program} ended with exit code {end.ExitCode} for {file}.{Said(end.Errors)}",
    };

    /// <summary>Returns the lines of an output, control characters escaped.</summary>
    public static IEnumerable<string> Lines(string output) =>
        output.Split('\n').Select(line => SafeText.Escape(line.TrimEnd())).Where(line => line.Length > 0);

    private static string Said(string errors) => errors.Trim() is { Length: > 0 } said ? $" Its output: {SafeText.Escape(said)}" : "";
}
