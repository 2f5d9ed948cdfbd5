using System.CommandLine;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Completion;

/// <summary>
/// The <c>ftpx completion SHELL</c> command: prints the script that lets a shell complete the arguments of ftpx. The script asks ftpx
/// itself.
/// </summary>
internal static class CompletionCommand
{
    /// <summary>The name of the argument.</summary>
    public const string Shell = "SHELL";

    /// <summary>The shells, and how each one loads its script.</summary>
    public static IReadOnlyDictionary<string, string> Shells { get; } = new Dictionary<string, string>(StringComparer.Ordinal)
    {
        ["powershell"] = "ftpx completion powershell | Out-String | Invoke-Expression",
        ["bash"] = "source <(ftpx completion bash)",
        ["zsh"] = "source <(ftpx completion zsh)",
        ["fish"] = "ftpx completion fish | source",
    };

    /// <summary>Creates the command; its output goes to <paramref name="output"/>.</summary>
    public static Command Create(TextWriter output)
    {
        var shell = new Argument<string>(Shell) { Description = string.Join(", ", Shells.Keys) };
        shell.Validators.Add(result =>
        {
            var word = result.Tokens[0].Value;
            if (!Shells.ContainsKey(word))
                result.AddError($"\"{word}\" is not supported; use one of: {string.Join(", ", Shells.Keys)}.");
        });
        var command = new Command("completion", "Print a completion script for a shell") { shell };
        command.SetAction(parsed =>
        {
            output.Write(Script(parsed.GetValue(shell)!));
            return ExitCodes.Ok;
        });
        return command;
    }

    /// <summary>Returns the script for a shell.</summary>
    public static string Script(string shell)
    {
        using var stream = typeof(CompletionCommand).Assembly.GetManifestResourceStream($"completion.{shell}")!;
        using var reader = new StreamReader(stream);
        return reader.ReadToEnd();
    }
}
