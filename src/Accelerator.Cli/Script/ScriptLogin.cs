using System.Globalization;
using Accelerator.Cli.Addresses;
using Accelerator.Cli.Get;
using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>The verbs open, user and close.</summary>
internal sealed class ScriptLogin(ScriptContext context)
{
    /// <summary>Carries out open: connects, and logs in unless -n was given. Beside an open connection it does nothing.</summary>
    /// <exception cref="ArgumentException">The host or the port is not one.</exception>
    public async Task OpenAsync(string? host, string? port)
    {
        if (context.Link.Endpoint is { } open)
        {
            context.Screen.Say($"Already connected to {SafeText.Escape(open.Host)}, use disconnect first.");
            // If another server is named, the files of the next lines come from the wrong one: the script must not end with success.
            if (host is not null && !IsSameServer(open, EndpointOf(host, port))) context.Tally.Fail(ExitCodes.Usage);
            return;
        }
        if (host is null) return;
        var endpoint = EndpointOf(host, port);
        try
        {
            await context.Link.ConnectAsync(endpoint, context.Stop).ConfigureAwait(false);
        }
        catch (FtpConnectionException e) when (e.Stage == FtpStage.Resolve)
        {
            context.Fail(ExitCodes.Network, $"Unknown host {SafeText.Escape(host)}.{(port is null ? WithPort(host) : "")}");
            return;
        }
        if (context.Options.IsAnonymous)
            await LogInAsync(FtpCredential.Anonymous.User, FtpCredential.Anonymous.Password, null).ConfigureAwait(false);
        else if (context.Options.LogsIn) await AskAndLogInAsync(endpoint).ConfigureAwait(false);
    }

    /// <summary>Carries out user name [password] [account].</summary>
    public async Task UserAsync(ScriptLine line)
    {
        if (await context.ArgumentAsync(line, 0, "Username").ConfigureAwait(false) is not { } user)
        {
            context.Screen.Say("Usage: user username [password] [account]");
            return;
        }
        await LogInAsync(user, line.Arguments.ElementAtOrDefault(1), line.Arguments.ElementAtOrDefault(2)).ConfigureAwait(false);
    }

    private static bool IsSameServer(FtpEndpoint one, FtpEndpoint other) =>
        one.Port == other.Port && one.Host.Equals(other.Host, StringComparison.OrdinalIgnoreCase);

    private async Task AskAndLogInAsync(FtpEndpoint endpoint)
    {
        if (await context.Input.AskAsync($"User ({SafeText.Escape(endpoint.Host)}:(none)): ").ConfigureAwait(false) is not { } user) return;
        if (user.Length == 0)
        {
            // As in ftp.exe: an empty user name fails, and the session continues without a login.
            context.Fail(ExitCodes.Login, "Login failed.");
            return;
        }
        await LogInAsync(user, null, null).ConfigureAwait(false);
    }

    private async Task LogInAsync(string user, string? password, string? account)
    {
        var settings = context.Link.Endpoint is not { } endpoint ? new GetOptions()
            : await context.EffectiveOptionsAsync(new GetOptions(), SiteKey.Of(endpoint, user)).ConfigureAwait(false);
        if (settings.RequireTls)
        {
            await context.Link.CloseAsync(context.Stop).ConfigureAwait(false);
            context.Fail(ExitCodes.Tls, "ftpx site requires TLS for this server, and ftp mode has no TLS: use ftpx get. Nothing was sent.");
            return;
        }
        try
        {
            var reply = await context.Link.SayUserAsync(user, settings.Charset, context.Stop).ConfigureAwait(false);
            if (reply.Code == 331)
            {
                password ??= await context.Input.AskSecretAsync("Password:").ConfigureAwait(false) ?? "";
                reply = await context.Link.SayPasswordAsync(password, context.Stop).ConfigureAwait(false);
            }
            if (reply.Code == 332)
            {
                account ??= await context.Input.AskSecretAsync("Account:").ConfigureAwait(false) ?? "";
                reply = await context.Link.SayAccountAsync(account, context.Stop).ConfigureAwait(false);
            }
            if (reply.IsSuccess)
                await context.Link.LoggedInAsync(new FtpCredential(user, password ?? "", account), context.Stop).ConfigureAwait(false);
            else context.Fail(ExitCodes.Login, "Login failed.");
        }
        catch (FtpException)
        {
            context.Tally.Fail(ExitCodes.Login);
            throw;
        }
        catch (ArgumentException e)
        {
            context.Fail(ExitCodes.Usage, SafeText.Escape(e.Message));
        }
    }

    // ftp.exe takes the port as a second word: with a colon, the port is part of the host name.
    private static string WithPort(string host)
    {
        var colon = host.LastIndexOf(':');
        return colon > 0 && colon < host.Length - 1 && host.AsSpan(colon + 1).IndexOfAnyExceptInRange('0', '9') < 0
            ? $" The port is a separate word: open {SafeText.Escape(host[..colon].Trim('[', ']'))} {host[(colon + 1)..]}" : "";
    }

    private static FtpEndpoint EndpointOf(string host, string? port)
    {
        var name = host.Trim('[', ']');
        if (name.Length == 0 || name.Any(c => char.IsWhiteSpace(c) || c is '/' or '@'))
            throw new ArgumentException($"\"{AddressMask.HideBare(host)}\" is not a host: write open HOST PORT.");
        var number = FtpEndpoint.DefaultPort;
        if (port is not null && (!int.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out number)
            || number is 0 or > 65535))
            throw new ArgumentException($"\"{port}\" is not a port: use 1 to 65535.");
        return new FtpEndpoint(name, number, FtpSecurity.None);
    }
}
