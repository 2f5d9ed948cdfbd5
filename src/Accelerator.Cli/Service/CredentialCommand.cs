using System.CommandLine;

namespace Accelerator.Cli.Service;

/// <summary><c>ftpx credential</c>: words to <see cref="CredentialOptions"/>. The work is injected.</summary>
internal static class CredentialCommand
{
    /// <summary>The command with its verbs; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<CredentialOptions, Task<int>> run) => new("credential", "Keep the passwords of a service.")
    {
        Named("set", "Keep a secret: typed without echo, or the first line of standard input.", CredentialVerb.Set, run),
        List(run),
        Named("remove", "Forget a secret.", CredentialVerb.Remove, run),
    };

    private static Command Named(string name, string text, CredentialVerb verb, Func<CredentialOptions, Task<int>> run)
    {
        var table = new CredentialOptionTable();
        var argument = new Argument<string>("NAME") { Description = "Its name, as the job file has it." };
        var command = new Command(name, text) { argument, table.Service, table.Data };
        command.SetAction((parsed, _) => run(new CredentialOptions { Verb = verb, Name = parsed.GetValue(argument), Service = parsed.GetValue(table.Service), Data = parsed.GetValue(table.Data) }));
        return command;
    }

    private static Command List(Func<CredentialOptions, Task<int>> run)
    {
        var table = new CredentialOptionTable();
        var command = new Command("list", "List the names of the secrets.") { table.Service, table.Data, table.Json };
        command.SetAction((parsed, _) => run(new CredentialOptions { Verb = CredentialVerb.List, Service = parsed.GetValue(table.Service), Data = parsed.GetValue(table.Data), Json = parsed.GetValue(table.Json) }));
        return command;
    }
}
