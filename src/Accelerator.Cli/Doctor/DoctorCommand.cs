using System.CommandLine;

namespace Accelerator.Cli.Doctor;

/// <summary><c>ftpx doctor</c>: words to <see cref="DoctorOptions"/>. The work is injected.</summary>
internal static class DoctorCommand
{
    /// <summary>The command; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<DoctorOptions, Task<int>> run)
    {
        var table = new DoctorOptionTable();
        var command = new Command("doctor", "Look this computer over for long, fast paths, and say what would help most. Changes nothing.") { table.Address };
        foreach (var row in table.Rows) command.Add(row.Option);
        command.SetAction((parsed, _) => run(new DoctorOptions
        {
            Address = parsed.GetValue(table.Address),
            Folder = parsed.GetValue(table.Folder),
            Bandwidth = parsed.GetValue(table.Bandwidth),
            Bind = parsed.GetValue(table.Bind) ?? [],
            Profile = parsed.GetValue(table.Profile),
            Json = parsed.GetValue(table.Json),
            Bundle = parsed.GetValue(table.Bundle),
            Logs = parsed.GetValue(table.Log) ?? [],
        }));
        return command;
    }
}
