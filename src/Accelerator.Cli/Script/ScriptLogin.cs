using System.Globalization;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Script;

/// <summary>open, user, close.</summary>
internal sealed class ScriptLogin(ScriptDesk desk)
{
    /// <summary>open: connects, and logs in where nobody has said -n.</summary>
    public async Task OpenAsync(string? host, string? port)
    {
        if (desk.Link.Endpoint is { } open)
        {
            desk.Screen.Say($"Already connected to {SafeText.Escape(open.Host)}, use disconnect first.");
            return;
        }
        if (host is null) return;
        if (EndpointOf(host, port) is not { } endpoint)
        {
            desk.Fail(ExitCodes.Usage, "open: host [port], a name or an address and a number from 1 to 65535.");
            return;
        }
        try
        {
            await desk.Link.ConnectAsync(endpoint, desk.Stop).ConfigureAwait(false);
        }
        catch (FtpConnectionException e) when (e.Stage == FtpStage.Resolve)
        {
            desk.Fail(ExitCodes.Network, $"Unknown host {SafeText.Escape(host)}.");
            return;
        }
        if (desk.Options.IsAnonymous) await LogInAsync(FtpCredential.Anonymous.User, FtpCredential.Anonymous.Password, null).ConfigureAwait(false);
        else if (desk.Options.LogsIn) await AskAndLogInAsync(endpoint).ConfigureAwait(false);
    }

    /// <summary>user name [password] [account].</summary>
    public async Task UserAsync(ScriptLine line)
    {
        if (await desk.ArgumentAsync(line, 0, "Username").ConfigureAwait(false) is not { } user)
        {
            desk.Screen.Say("Usage: user username [password] [account]");
            return;
        }
        await LogInAsync(user, line.Arguments.ElementAtOrDefault(1), line.Arguments.ElementAtOrDefault(2)).ConfigureAwait(false);
    }

    private async Task AskAndLogInAsync(FtpEndpoint endpoint)
    {
        if (await desk.Input.AskAsync($"User ({SafeText.Escape(endpoint.Host)}:(none)): ").ConfigureAwait(false) is not { } user) return;
        if (user.Length == 0)
        {
            // As the real one: an empty name is nobody's, and the session goes on without a login.
            desk.Fail(ExitCodes.Login, "Login failed.");
            return;
        }
        await LogInAsync(user, null, null).ConfigureAwait(false);
    }

    private async Task LogInAsync(string user, string? password, string? account)
    {
        if (await DemandsTlsAsync(user).ConfigureAwait(false))
        {
            await desk.Link.CloseAsync(desk.Stop).ConfigureAwait(false);
            desk.Fail(ExitCodes.Tls, "TLS is laid down for this server (ftpx site), and ftp has none: use ftpx get. Nothing was sent.");
            return;
        }
        try
        {
            var reply = await desk.Link.SayUserAsync(user, desk.Stop).ConfigureAwait(false);
            if (reply.Code == 331)
            {
                password ??= await desk.Input.AskSecretAsync("Password:").ConfigureAwait(false) ?? "";
                reply = await desk.Link.SayPasswordAsync(password, desk.Stop).ConfigureAwait(false);
            }
            if (reply.Code == 332)
            {
                account ??= await desk.Input.AskSecretAsync("Account:").ConfigureAwait(false) ?? "";
                reply = await desk.Link.SayAccountAsync(account, desk.Stop).ConfigureAwait(false);
            }
            if (reply.IsSuccess) await desk.Link.LoggedInAsync(new FtpCredential(user, password ?? "", account), desk.Stop).ConfigureAwait(false);
            else desk.Fail(ExitCodes.Login, "Login failed.");
        }
        catch (FtpException)
        {
            desk.Tally.Fail(ExitCodes.Login);
            throw;
        }
        catch (ArgumentException e)
        {
            desk.Fail(ExitCodes.Usage, SafeText.Escape(e.Message));
        }
    }

    private async Task<bool> DemandsTlsAsync(string user)
    {
        if (desk.Memory is not { } memory || desk.Link.Endpoint is not { } endpoint) return false;
        var key = SiteKey.Of(endpoint, user);
        var wishes = await SiteWishes.ReadAsync(memory, new GetOptions { Addresses = [] }, [key], desk.Screen.Notice).ConfigureAwait(false);
        return wishes.For(key).RequireTls;
    }

    private static FtpEndpoint? EndpointOf(string host, string? port)
    {
        var number = FtpEndpoint.DefaultPort;
        if (port is not null && (!int.TryParse(port, NumberStyles.None, CultureInfo.InvariantCulture, out number) || number is 0 or > 65535)) return null;
        var name = host.Trim('[', ']');
        return name.Length == 0 || name.Any(c => char.IsWhiteSpace(c) || c is '/' or '@') ? null : new FtpEndpoint(name, number, FtpSecurity.None);
    }
}
