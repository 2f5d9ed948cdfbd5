using System.CommandLine;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Commands;

/// <summary><c>ftpx get</c>: words to <see cref="GetOptions"/>, and nothing else. The work is injected.</summary>
internal static class GetCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<GetOptions, Task<int>> run)
    {
        var table = new GetOptionTable();
        var command = new Command("get", "Fetch files, each in several streams, and put them in place when they are proven whole.");
        command.Add(table.Addresses);
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(Checked(Read(table, parsed))));
        return command;
    }

    private static GetOptions Read(GetOptionTable table, ParseResult parsed) =>
        table.ReadConnection(parsed) with
        {
            Addresses = parsed.GetValue(table.Addresses) ?? [],
            Output = parsed.GetValue(table.Output),
            InputFile = parsed.GetValue(table.InputFile),
            Streams = parsed.GetValue(table.Streams) is > 0 and var streams ? streams : null,
            Segments = parsed.GetValue(table.SegmentSize) ?? SegmentLimits.Default,
            LimitRate = parsed.GetValue(table.LimitRate),
            Verify = parsed.GetValue(table.Verify) ?? Verification.Auto,
            Overwrite = parsed.GetValue(table.Overwrite),
            Unbuffered = parsed.GetValue(table.Unbuffered),
            NoResume = parsed.GetValue(table.NoResume),
            DryRun = parsed.GetValue(table.DryRun),
            Quiet = parsed.GetValue(table.Quiet),
            Json = parsed.GetValue(table.Json),
            Detail = parsed.GetValue(table.Detail),
            Report = parsed.GetValue(table.Report),
            Trace = parsed.GetValue(table.Trace),
            LogFile = parsed.GetValue(table.LogFile),
            NoSiteMemory = parsed.GetValue(table.NoSiteMemory),
            Typed = table.Rows.Where(row => parsed.GetResult(row.Option) is { Implicit: false }).Select(row => row.Option.Name).ToHashSet(),
            Words = [.. parsed.Tokens.Select(t => t.Value)],
        };

    private static GetOptions Checked(GetOptions options)
    {
        // The parser takes an unknown option for an address.
        if (options.Addresses.FirstOrDefault(a => a.StartsWith('-')) is { } stray)
            throw new UsageException($"{SafeText.Escape(stray)} is not an option of ftpx get.");
        if (options.Addresses.Count == 0 && options.InputFile is null)
            throw new UsageException("Name at least one address, for example ftp://host/dir/file.bin, or a list with --input-file.");
        if (options is { Quiet: true, Detail: true } and not { Json: true })
            throw new UsageException("--quiet and --detail contradict each other: leave one of them out.");
        if (options is { PasswordStdin: true, InputFile: "-" })
            throw new UsageException("--password-stdin and --input-file - both want standard input: put the list into a file.");
        if (options is { DryRun: true, Report: not null })
            throw new UsageException("--dry-run fetches nothing that --report could be about: leave one of them out.");
        return options;
    }
}
