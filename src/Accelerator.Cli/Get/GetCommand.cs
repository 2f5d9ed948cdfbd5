using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Ftp;

namespace Accelerator.Cli.Get;

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

    private static GetOptions Read(GetOptionTable table, ParseResult parsed) => table.ReadTransfer(parsed, new GetOptions
    {
        Addresses = parsed.GetValue(table.Addresses) ?? [],
        Output = parsed.GetValue(table.Output),
        InputFile = parsed.GetValue(table.InputFile),
        Overwrite = parsed.GetValue(table.Overwrite),
    });

    private static GetOptions Checked(GetOptions options)
    {
        // The parser takes an unknown option for an address.
        if (options.Addresses.FirstOrDefault(a => a.StartsWith('-')) is { } stray)
            throw new UsageException($"{SafeText.Escape(stray)} is not an option of ftpx get.");
        if (options.Addresses.Count == 0 && options.InputFile is null)
            throw new UsageException("Name at least one address, for example ftp://host/dir/file.bin, or a list with --input-file.");
        if (options is { PasswordStdin: true, InputFile: "-" })
            throw new UsageException("--password-stdin and --input-file - both want standard input: put the list into a file.");
        options.RefuseContradictions();
        return options;
    }
}
