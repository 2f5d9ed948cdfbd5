using System.Text.Json;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Output;
using Accelerator.Ftp;
using Accelerator.Jobs.Control;
using Accelerator.Jobs.Credentials;

namespace Accelerator.Cli.Service;

/// <summary>
/// Runs <c>ftpx credential --service</c>, and passes the other forms to <see cref="UserCredentialRunner"/>. The service keeps the secrets,
/// because on Windows only its own account can decrypt them.
/// </summary>
internal sealed class CredentialRunner(ProcessEnvironment environment, ServiceHost host)
{
    /// <summary>A line of <c>ftpx credential list --service --json</c>.</summary>
    public static string Line(string name) => JsonLine.Of("credential", json =>
    {
        json.WriteString("name", name);
    });

    /// <summary>Runs the command and returns the exit code.</summary>
    /// <exception cref="UsageException">The arguments are invalid.</exception>
    public async Task<int> RunAsync(CredentialOptions options)
    {
        if (!options.Service) return await new UserCredentialRunner(environment).RunAsync(options).ConfigureAwait(false);
        if (options.Name is { } name && !CredentialVault.IsName(name))
            throw new UsageException($"\"{name}\" is not a valid credential name: use letters, digits, - and _, "
                + "at most 64 characters.");
        var data = host.DataOf(options.Data, environment);
        try
        {
            var client = host.Client(data, environment.Time);
            await (options.Verb switch
            {
                CredentialVerb.Set => SetAsync(client, options.Name!, options.PasswordStdin),
                CredentialVerb.List => ListAsync(client, options.Json),
                _ => RemoveAsync(client, options.Name!),
            }).ConfigureAwait(false);
            return ExitCodes.Ok;
        }
        catch (ControlException e)
        {
            return ServiceErrorText.Notify(environment, e, host, options.Data);
        }
    }

    private async Task SetAsync(ControlClient client, string name, bool isPiped)
    {
        // Check that the service answers before the user types a password.
        await client.AskAsync("status", "status", CancellationToken.None).ConfigureAwait(false);
        var secret = environment.InIsTerminal && !isPiped
            ? SecretInput.Prompt(environment, $"Secret for {name}: ") : SecretInput.ReadLine(environment);
        if (secret.Length == 0) throw new UsageException("The secret is empty. Nothing was stored.");
        await client.AskAsync("credential.set", new Dictionary<string, string> { ["name"] = name, ["secret"] = secret }, static _ => { },
            CancellationToken.None).ConfigureAwait(false);
        environment.Out.WriteLine($"The service has stored the credential {name}.");
    }

    private async Task ListAsync(ControlClient client, bool isJson)
    {
        var names = await client.AskAsync("credential.list", "names", CancellationToken.None).ConfigureAwait(false);
        foreach (var name in names.ValueKind == JsonValueKind.Array
            ? names.EnumerateArray().Where(name => name.ValueKind == JsonValueKind.String) : [])
            environment.Out.WriteLine(isJson ? Line(name.GetString()!) : SafeText.Escape(name.GetString()!));
    }

    private async Task RemoveAsync(ControlClient client, string name)
    {
        await client.AskAsync("credential.remove", new Dictionary<string, string> { ["name"] = name }, static _ => { },
            CancellationToken.None).ConfigureAwait(false);
        environment.Out.WriteLine($"The service has removed the credential {name}.");
    }
}
