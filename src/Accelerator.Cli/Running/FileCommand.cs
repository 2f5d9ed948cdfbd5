using Accelerator.Base.Running;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Ftp;

namespace Accelerator.Cli.Running;

/// <summary>The command of an option, with its program looked up.</summary>
/// <param name="Option">The option: <c>--on-complete</c>.</param>
/// <param name="Program">The program, or the shell.</param>
/// <param name="Arguments">Its arguments, with marks.</param>
/// <param name="Line">The line for the shell, in which nothing is replaced; null without a shell.</param>
internal sealed record FileCommand(string Option, ProgramFile Program, IReadOnlyList<string> Arguments, string? Line)
{
    /// <summary>Looks up the programs. To be called before the first byte is received, which may be that of another program.</summary>
    /// <param name="options">The commands, as typed.</param>
    /// <param name="environment">The process environment.</param>
    /// <param name="targets">The folders that receive files.</param>
    /// <exception cref="UsageException">There is no such program, or it must not be started.</exception>
    public static IReadOnlyList<FileCommand> Find(
        FileCommandOptions options, ProcessEnvironment environment, IEnumerable<string> targets)
    {
        var lookup = new ProgramLookup { IsWindows = environment.IsWindows, SearchPath = environment.Variable("PATH") ?? "" };
        return [.. options.Typed.Select(one => Find(one.Option, one.Command))];

        FileCommand Find(string option, string command)
        {
            try
            {
                if (options.Shell) return new FileCommand(option, lookup.FindShell(environment.Variable("ComSpec")), [], command);
                var words = FileCommandOptions.Split(command);
                var program = lookup.Find(words[0], environment.Folder, targets);
                // A bare name may turn out to be that of a batch file.
                return FileCommandOptions.Marks.Problem(program.Path, [.. words.Skip(1)]) is { } problem
                    ? throw new UsageException($"{option}: {SafeText.Escape(program.Path)}: {problem}")
                    : new FileCommand(option, program, [.. words.Skip(1)], null);
            }
            catch (ProgramException e)
            {
                throw new UsageException($"{option}: {SafeText.Escape(e.Message)}");
            }
        }
    }
}
