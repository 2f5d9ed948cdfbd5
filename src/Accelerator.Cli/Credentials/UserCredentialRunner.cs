using Accelerator.Cli.Configuration;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Engine.Sites;

namespace Accelerator.Cli.Credentials;

/// <summary>Runs <c>ftpx credential</c> for the user's own logins. It never uses the network, and never prints a password.</summary>
internal sealed class UserCredentialRunner(ProcessEnvironment environment)
{
    private readonly UserCredentialStore _store = UserCredentialStore.Open(environment);

    /// <summary>A line of <c>ftpx credential list --json</c>.</summary>
    public static string Line(StoredCredential kept) => JsonLine.Of("login", json =>
    {
        json.WriteString("address", CredentialAddress.Of(kept.Login));
        json.WriteString("user", kept.Login.User);
        json.WriteString("host", kept.Login.Host);
        json.WriteNumber("port", kept.Login.Port);
        json.WriteString("kept", kept.Place.Name);
    });

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid.</exception>
    public async Task<int> RunAsync(CredentialOptions options)
    {
        if (options.Data is not null) throw new UsageException("--data is the folder of the service: add --service, or omit --data.");
        try
        {
            return await (options.Verb switch
            {
                CredentialVerb.Set => SetAsync(Login(options.Name!), options.PasswordStdin),
                CredentialVerb.List => ListAsync(options.Json),
                _ => RemoveAsync(Login(options.Name!)),
            }).ConfigureAwait(false);
        }
        catch (CredentialStoreException e)
        {
            environment.Messages.Error(e.Message);
            return ExitCodes.Disk;
        }
    }

    private SiteKey Login(string typed) => CredentialAddress.Parse(
        UserConfiguration.Read(environment).Find(typed) is (var server, _) ? server.UrlOf("") : typed);

    private async Task<int> SetAsync(SiteKey login, bool isPiped)
    {
        var (place, problem) = await _store.WriteAsync(login, ReadPassword(login, isPiped), CancellationToken.None).ConfigureAwait(false);
        if (problem is not null) environment.Messages.Warn(problem);
        var where = _store.WhereIs(new StoredCredential(login, place));
        await environment.Out.WriteLineAsync($"The login of {login} is stored in {where}.").ConfigureAwait(false);
        return ExitCodes.Ok;
    }

    private async Task<int> ListAsync(bool isJson)
    {
        var (logins, problems) = _store.List();
        environment.Messages.Errors(problems);
        if (isJson)
        {
            foreach (var login in logins) await environment.Out.WriteLineAsync(Line(login)).ConfigureAwait(false);
        }
        else if (logins.Count == 0 && problems.Count == 0)
        {
            await environment.Out.WriteLineAsync("No login is stored.").ConfigureAwait(false);
        }
        else if (logins.Count > 0)
        {
            new TextTable(null, ["login", "stored in"],
                [.. logins.Select(kept => (IReadOnlyList<string>)[CredentialAddress.Of(kept.Login), kept.Place.Name])]).Show(
                    environment.OpenOutTerminal(), environment.Out);
        }
        return problems.Count == 0 ? ExitCodes.Ok : ExitCodes.Disk;
    }

    private async Task<int> RemoveAsync(SiteKey login)
    {
        if (!await _store.RemoveAsync(login, CancellationToken.None).ConfigureAwait(false))
            throw new UsageException($"No login of {login} is stored. To list the stored logins, run: ftpx credential list");
        await environment.Out.WriteLineAsync($"The login of {login} was removed.").ConfigureAwait(false);
        return ExitCodes.Ok;
    }

    private string ReadPassword(SiteKey login, bool isPiped)
    {
        if (isPiped) return SecretInput.ReadLine(environment);
        if (!environment.InIsTerminal)
            throw new UsageException(
                "The password cannot be requested, because standard input is not a terminal: add --password-stdin, and pass it as the "
                    + "first line of standard input.");
        return SecretInput.Prompt(environment, $"Password for {login}: ");
    }
}
