using System.CommandLine;
using System.CommandLine.Completions;

namespace Accelerator.Cli.Script;

/// <summary>The command <c>ftp</c> for the help and for completion; <see cref="ScriptOptionTable"/> parses its arguments.</summary>
internal sealed class ScriptCommand() : Command("ftp", "Run scripts for Windows' ftp.exe, or an interactive prompt")
{
    /// <inheritdoc/>
    public override IEnumerable<CompletionItem> GetCompletions(CompletionContext context)
    {
        var typed = context.WordToComplete;
        // After a complete -s: the shell offers files, because ftpx offers nothing.
        return ScriptOptionTable.All.Select(row => row.Start)
            .Where(word => word.StartsWith(typed, StringComparison.Ordinal) && word != typed).Select(word => new CompletionItem(word));
    }
}
