using System.CommandLine;
using Accelerator.Cli.Credentials;

namespace Accelerator.Cli.Service;

/// <summary><c>ftpx credential</c>: words to <see cref="CredentialOptions"/>. The work is injected.</summary>
internal static class CredentialCommand
{
    /// <summary>The command with its verbs; <paramref name="run"/> gets what was typed and returns the exit code.</summary>
    public static Command Create(Func<CredentialOptions, Task<int>> run) => new("credential", "Keep passwords: your own by the server's address, a service's by name with --service.")
    {
        Set(run), List(run), Remove(run),
    };

    private static Command Set(Func<CredentialOptions, Task<int>> run)
    {
        var (table, argument) = (new CredentialOptionTable(), Named());
        var command = new Command("set", "Keep a password, typed without echo or with --password-stdin the first line of standard input.") { argument, table.Service, table.PasswordStdin, table.Data };
        command.SetAction((parsed, _) => run(new CredentialOptions
        {
            Verb = CredentialVerb.Set,
            Name = parsed.GetValue(argument),
            Service = parsed.GetValue(table.Service),
            PasswordStdin = parsed.GetValue(table.PasswordStdin),
            Data = parsed.GetValue(table.Data),
        }));
        return command;
    }

    private static Command List(Func<CredentialOptions, Task<int>> run)
    {
        var table = new CredentialOptionTable();
        var command = new Command("list", "List whose passwords are kept, and never a password.") { table.Service, table.Data, table.Json };
        command.SetAction((parsed, _) => run(new CredentialOptions { Verb = CredentialVerb.List, Service = parsed.GetValue(table.Service), Data = parsed.GetValue(table.Data), Json = parsed.GetValue(table.Json) }));
        return command;
    }

    private static Command Remove(Func<CredentialOptions, Task<int>> run)
    {
        var (table, argument) = (new CredentialOptionTable(), Named());
        var command = new Command("remove", "Forget a password.") { argument, table.Service, table.Data };
        command.SetAction((parsed, _) => run(new CredentialOptions { Verb = CredentialVerb.Remove, Name = parsed.GetValue(argument), Service = parsed.GetValue(table.Service), Data = parsed.GetValue(table.Data) }));
        return command;
    }

    private static Argument<string> Named() => new("URL|NAME") { Description = "Your login as ftp://user@host[:port]; with --service its name, as the job file has it." };
}
