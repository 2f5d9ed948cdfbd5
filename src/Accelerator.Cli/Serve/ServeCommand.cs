using System.CommandLine;

namespace Accelerator.Cli.Serve;

/// <summary><c>ftpx serve</c>: words to <see cref="ServeOptions"/>. The work is injected.</summary>
internal static class ServeCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<ServeOptions, Task<int>> run)
    {
        var table = new ServeOptionTable();
        var command = new Command("serve", "Serve a folder over FTP, read only, to try ftpx without another server. Ctrl-C ends it.") { table.Folder };
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(new ServeOptions
        {
            Folder = parsed.GetValue(table.Folder)!,
            Port = parsed.GetValue(table.Port) ?? ServeValues.UsualPort,
            Bind = parsed.GetValue(table.Bind),
            User = parsed.GetValue(table.User),
            Rate = parsed.GetValue(table.Rate),
            TotalRate = parsed.GetValue(table.TotalRate),
            Delay = parsed.GetValue(table.Delay) ?? TimeSpan.Zero,
            MaxSessions = parsed.GetValue(table.MaxSessions) ?? ServeValues.UsualSessions,
            Json = parsed.GetValue(table.Json),
        }));
        return command;
    }
}
