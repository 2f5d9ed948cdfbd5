using System.CommandLine;

namespace Accelerator.Cli.Service;

/// <summary><c>ftpx service</c>: words to <see cref="ServiceOptions"/>. The work is injected.</summary>
internal static class ServiceCommand
{
    /// <summary>The command with its verbs; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<ServiceOptions, Task<int>> run) => new("service", "Install, start and ask ftpxd, the service that fetches on a schedule.")
    {
        Make("status", "Show what the service is, does and misses.", ServiceVerb.Status, run, table => [table.Data, table.Json]),
        Make("install", "Put the service into Windows' list of services, with its data folder and its event source.", ServiceVerb.Install, run, table => [.. Laid(table), table.OrConfigure]),
        Make("configure", "Change how it is laid down there; what is not typed stays.", ServiceVerb.Configure, run, Laid),
        Make("uninstall", "Stop the service and take it out of the list. Its data folder stays.", ServiceVerb.Uninstall, run, _ => []),
        Make("start", "Start the service, and wait until it runs.", ServiceVerb.Start, run, _ => []),
        Make("stop", "Stop the service, and wait until it has stopped.", ServiceVerb.Stop, run, _ => []),
        Make("pause", "Let the service begin nothing more and hold what runs.", ServiceVerb.Pause, run, table => [table.Data]),
        Make("continue", "Let the service go on.", ServiceVerb.Continue, run, table => [table.Data]),
        Make("reload", "Let the service read its job file now.", ServiceVerb.Reload, run, table => [table.Data]),
    };

    private static Option[] Laid(ServiceOptionTable table) => [table.Data, table.Jobs, table.Account, table.Start, table.Executable];

    private static Command Make(string name, string text, ServiceVerb verb, Func<ServiceOptions, Task<int>> run, Func<ServiceOptionTable, Option[]> taken)
    {
        var table = new ServiceOptionTable();
        var options = taken(table);
        var command = new Command(name, text);
        foreach (var option in options) command.Add(option);
        command.SetAction((parsed, _) => run(new ServiceOptions
        {
            Verb = verb,
            Data = options.Contains(table.Data) ? parsed.GetValue(table.Data) : null,
            Jobs = options.Contains(table.Jobs) ? parsed.GetValue(table.Jobs) : null,
            Account = options.Contains(table.Account) ? parsed.GetValue(table.Account) : null,
            Start = options.Contains(table.Start) ? parsed.GetValue(table.Start) : null,
            Executable = options.Contains(table.Executable) ? parsed.GetValue(table.Executable) : null,
            OrConfigure = options.Contains(table.OrConfigure) && parsed.GetValue(table.OrConfigure),
            Json = options.Contains(table.Json) && parsed.GetValue(table.Json),
        }));
        return command;
    }
}
