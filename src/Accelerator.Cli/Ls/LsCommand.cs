using System.CommandLine;
using Accelerator.Cli.Hosting;

namespace Accelerator.Cli.Ls;

/// <summary><c>ftpx ls</c>: words to <see cref="LsOptions"/>. The work is injected.</summary>
internal static class LsCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<LsOptions, Task<int>> run)
    {
        var table = new LsOptionTable();
        var command = new Command("ls", "List a folder of a server, or what a pattern means there.");
        command.Add(table.Address);
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(Checked(Read(table, parsed))));
        return command;
    }

    private static LsOptions Read(LsOptionTable table, ParseResult parsed) => new()
    {
        Get = table.ReadConnection(parsed) with
        {
            Addresses = [parsed.GetValue(table.Address)!],
            Json = parsed.GetValue(table.Json),
            Trace = parsed.GetValue(table.Trace),
            NoSiteMemory = parsed.GetValue(table.NoSiteMemory),
            Typed = table.Rows.Where(row => parsed.GetResult(row.Option) is { Implicit: false }).Select(row => row.Option.Name).ToHashSet(),
        },
        Long = parsed.GetValue(table.Long),
        Recursive = parsed.GetValue(table.Recursive),
        MaxDepth = parsed.GetValue(table.MaxDepth),
    };

    private static LsOptions Checked(LsOptions options)
    {
        if (options is { MaxDepth: not null, Recursive: false })
            throw new UsageException("--max-depth says how far --recursive goes: add -R, or leave it out.");
        return options;
    }
}
