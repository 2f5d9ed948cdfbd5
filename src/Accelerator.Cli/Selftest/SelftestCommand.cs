using System.CommandLine;

namespace Accelerator.Cli.Selftest;

/// <summary><c>ftpx selftest</c>: words to <see cref="SelftestOptions"/>. The work is injected.</summary>
internal static class SelftestCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<SelftestOptions, Task<int>> run)
    {
        var table = new SelftestOptionTable();
        var command = new Command(
            "selftest",
            "Prove this installation against a server of its own, without a network: speed-up, resume, content, disk. Takes some ten seconds.");
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(new SelftestOptions(parsed.GetValue(table.Folder))));
        return command;
    }
}
