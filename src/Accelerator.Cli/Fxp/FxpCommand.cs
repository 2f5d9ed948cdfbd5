using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Fxp;

/// <summary><c>ftpx fxp</c>: words to <see cref="FxpOptions"/>, and nothing else. The work is injected.</summary>
internal static class FxpCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<FxpOptions, Task<int>> run)
    {
        var table = new FxpOptionTable();
        var command = new Command("fxp", "Copy files from one server to another, which send them to each other; nothing passes through this computer.");
        command.Add(table.Source);
        command.Add(table.Destination);
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(Checked(table.Read(parsed))));
        return command;
    }

    private static FxpOptions Checked(FxpOptions options)
    {
        // The parser takes an unknown option for an argument.
        if (new[] { options.Source, options.Destination }.FirstOrDefault(word => word.StartsWith('-')) is { } stray)
            throw new UsageException($"{SafeText.Escape(stray)} is not an option of ftpx fxp.");
        options.RefuseContradictions();
        return options;
    }
}
