using System.CommandLine;

namespace Accelerator.Cli.Probe;

/// <summary><c>ftpx probe</c>: words to <see cref="ProbeOptions"/>. The work is injected.</summary>
internal static class ProbeCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<ProbeOptions, Task<int>> run)
    {
        var table = new ProbeOptionTable();
        var command = new Command("probe", "Measure a server and the way to it, and say what limits a transfer and how many streams it is worth.");
        command.Add(table.Address);
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(Read(table, parsed)));
        return command;
    }

    private static ProbeOptions Read(ProbeOptionTable table, ParseResult parsed)
    {
        var options = new ProbeOptions
        {
            Get = table.ReadConnection(parsed) with
            {
                Addresses = [parsed.GetValue(table.Address)!],
                Output = parsed.GetValue(table.Output),
                DryRun = parsed.GetValue(table.DryRun),
                Quiet = parsed.GetValue(table.Quiet),
                Json = parsed.GetValue(table.Json),
                Trace = parsed.GetValue(table.Trace),
                Words = [.. parsed.Tokens.Select(token => token.Value)],
            },
        };
        return options with
        {
            MostStreams = parsed.GetValue(table.Streams) ?? options.MostStreams,
            TimeLimit = parsed.GetValue(table.TimeLimit) ?? options.TimeLimit,
        };
    }
}
