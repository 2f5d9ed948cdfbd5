using System.CommandLine;
using Accelerator.Cli.Hosting;
using Accelerator.Ftp;

namespace Accelerator.Cli.Mirror;

/// <summary><c>ftpx mirror</c>: words to <see cref="MirrorOptions"/>, and nothing else. The work is injected.</summary>
internal static class MirrorCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<MirrorOptions, Task<int>> run)
    {
        var table = new MirrorOptionTable();
        var command = new Command("mirror", "Make a local folder like one on the server: fetch what is new or changed, leave what is the same.");
        command.Add(table.Address);
        command.Add(table.Folder);
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(Checked(Read(table, parsed))));
        return command;
    }

    private static MirrorOptions Read(MirrorOptionTable table, ParseResult parsed) => table.ReadTransfer(parsed, new MirrorOptions
    {
        Address = parsed.GetValue(table.Address)!,
        Folder = parsed.GetValue(table.Folder),
        Include = parsed.GetValue(table.Include) ?? [],
        Exclude = parsed.GetValue(table.Exclude) ?? [],
        NewerThan = parsed.GetValue(table.NewerThan),
        MinAge = parsed.GetValue(table.MinAge),
        MaxDepth = parsed.GetValue(table.MaxDepth),
        Order = parsed.GetValue(table.Order),
        Parallel = parsed.GetValue(table.Parallel),
        Delete = parsed.GetValue(table.Delete),
        Yes = parsed.GetValue(table.Yes),
        MaxDelete = parsed.GetValue(table.MaxDelete),
        Checksum = parsed.GetValue(table.Checksum),
    });

    private static MirrorOptions Checked(MirrorOptions options)
    {
        // The parser takes an unknown option for an argument.
        if (new[] { options.Address, options.Folder }.FirstOrDefault(word => word?.StartsWith('-') == true) is { } stray)
            throw new UsageException($"{SafeText.Escape(stray)} is not an option of ftpx mirror.");
        if (options is { Yes: true, Delete: false }) throw new UsageException("--yes answers what --delete asks: add --delete, or leave --yes out.");
        if (options is { MaxDelete: not null, Delete: false }) throw new UsageException("--max-delete limits --delete: add --delete, or leave --max-delete out.");
        options.RefuseContradictions();
        return options;
    }
}
