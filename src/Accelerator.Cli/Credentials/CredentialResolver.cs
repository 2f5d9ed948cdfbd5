using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Proxies;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Credentials;

/// <summary>
/// Finds the login for each address of one command. The user: <c>--user</c>, the address, FTPX_USER, the stored logins, netrc, anonymous.
/// The password: <c>--password-stdin</c>, the address, FTPX_PASSWORD, the stored logins, netrc, a prompt. docs/commands.md has the same two
/// lists.
/// </summary>
internal sealed class CredentialResolver(TransferOptions options, ProcessEnvironment environment, Action<string> warn)
{
    private static readonly string[] NetrcNames = [".netrc", "_netrc"];

    private readonly Dictionary<(string User, string Host), string> _asked = [];
    private readonly StoredCredentials _stored = new(
        environment, warn, tellsWhose: options.Detail || options.Trace is not null || options.LogFile is not null);
    private string? _fromStdin;
    private Netrc? _netrc;
    private bool _netrcRead;
    private bool _warned;
    private bool _warnedOfProxy;

    /// <summary>Whether commands in messages are quoted by the rules of Windows.</summary>
    public bool IsWindows => environment.IsWindows;

    /// <summary>Whether FTPX_USER names the user of addresses that have none.</summary>
    public bool HasGivenUser => NonEmpty("FTPX_USER") is not null;

    /// <summary>Returns the user for one address, without a password prompt.</summary>
    /// <exception cref="UsageException">The named netrc file cannot be read.</exception>
    public string UserOf(FtpUrl url) =>
        options.User ?? url.User ?? NonEmpty("FTPX_USER") ?? StoredUser(url.Endpoint) ?? ReadNetrc()?.Find(url.Endpoint.Host, null)?.Login
            ?? FtpCredential.Anonymous.User;

    /// <summary>Returns the login for one address.</summary>
    /// <exception cref="UsageException">No password was found, or a source of passwords cannot be read.</exception>
    public FtpCredential Resolve(FtpUrl url)
    {
        if (url.Password is not null) WarnOfPasswordInAddress();

        var host = url.Endpoint.Host;
        var user = options.User ?? url.User ?? NonEmpty("FTPX_USER") ?? StoredUser(url.Endpoint);
        if (user is null)
        {
            var entry = ReadNetrc()?.Find(host, null);
            if (entry?.Login is null)
            {
                if (options.PasswordStdin)
                    throw new UsageException("--password-stdin needs a user name: add --user NAME.");
                return FtpCredential.Anonymous;
            }
            return Checked(new FtpCredential(
                entry.Login, GivenPassword() ?? entry.Password ?? Ask(entry.Login, url.Endpoint), entry.Account));
        }

        var inAddress = user == url.User ? url.Password : null;
        if ((options.PasswordStdin ? GivenPassword() : inAddress ?? GivenPassword()) is { } given)
            return Checked(new FtpCredential(user, given));
        if (StoredPassword(url.Endpoint, user) is { } kept) return Checked(new FtpCredential(user, kept));
        if (ReadNetrc()?.Find(host, user) is { Password: { } known } found) return Checked(new FtpCredential(user, known, found.Account));
        if (IsAnonymous(user)) return FtpCredential.Anonymous with { User = user };
        return Checked(new FtpCredential(user, Ask(user, url.Endpoint)));
    }

    /// <summary>
    /// Returns the proxy of a server with its password: from its URL, the stored logins or netrc, which hold it as the login at the proxy's
    /// host and port.
    /// </summary>
    /// <param name="chosen">The user's choice; null for the environment's proxy.</param>
    /// <param name="server">The server.</param>
    /// <returns>Null for a direct connection.</returns>
    /// <exception cref="UsageException">The environment's proxy is unusable, or no password was found.</exception>
    public ProxyAddress? ProxyOf(ProxyChoice? chosen, FtpEndpoint server)
    {
        var proxy = chosen is null ? ProxyVariables.Find(environment.Variable, server) : chosen.Address;
        if (options.Proxy?.Address?.Password is not null && !_warnedOfProxy)
        {
            warn("The proxy's password in the command line is visible to all users of this computer; store it with ftpx credential set.");
            _warnedOfProxy = true;
        }
        if (proxy is not { User: { } user, Password: null }) return proxy;
        var login = SiteKey.Of(new FtpEndpoint(proxy.Host, proxy.Port, FtpSecurity.None), user);
        if (_stored.PasswordOf(login) is { } stored) return proxy with { Password = stored };
        // The default entry is meant for servers.
        if (ReadNetrc()?.Find(proxy.Host, user) is { Machine: not null, Password: { } listed }) return proxy with { Password = listed };
        throw new UsageException($"No password for {SafeText.Escape(user)} at the proxy {proxy}: "
            + $"store it with ftpx credential set {CredentialAddress.Of(login)}, or add the proxy to a netrc file.");
    }

    // A file named on this command line takes precedence over a login stored earlier.
    private string? StoredUser(FtpEndpoint server) =>
        options.Netrc is not null && ReadNetrc()?.Find(server.Host, null) is not null ? null : _stored.OnlyUserAt(server);

    private string? StoredPassword(FtpEndpoint server, string user) =>
        options.Netrc is not null && ReadNetrc()?.Find(server.Host, user) is { Password: not null }
            ? null : _stored.PasswordOf(SiteKey.Of(server, user));

    private string? GivenPassword() =>
        options.PasswordStdin ? _fromStdin ??= SecretInput.ReadLine(environment) : environment.Variable("FTPX_PASSWORD");

    private string Ask(string user, FtpEndpoint endpoint)
    {
        if (_asked.TryGetValue((user, endpoint.Host), out var known)) return known;
        if (!environment.InIsTerminal || options.ReadsInput)
        {
            throw new UsageException($"No password for {SafeText.Escape(user)} at {endpoint}: "
                + "store it with ftpx credential set, set FTPX_PASSWORD, use --password-stdin, or add the login to a netrc file.");
        }

        return _asked[(user, endpoint.Host)] = SecretInput.Prompt(environment, $"Password for {SafeText.Escape(user)} at {endpoint}: ");
    }

    private Netrc? ReadNetrc()
    {
        if (_netrcRead) return _netrc;
        _netrcRead = true;
        if (options.Netrc is { } named) return _netrc = Netrc.Read(Path.GetFullPath(named, environment.Folder));
        if (FindNetrc() is not { } path) return null;
        try
        {
            return _netrc = Netrc.Read(path);
        }
        catch (UsageException e)
        {
            // The user did not name this file, so a broken one does not stop the command; without the warning, a refused login would be
            // unexplained.
            warn($"{e.Message} The file is ignored.");
            return null;
        }
    }

    private string? FindNetrc() =>
        (from folder in new[] { NonEmpty("HOME"), NonEmpty("USERPROFILE") }
         where folder is not null
         from name in NetrcNames
         let path = Path.Combine(folder, name)
         where File.Exists(path)
         select path).FirstOrDefault();

    private string? NonEmpty(string variable) => environment.Variable(variable) is { Length: > 0 } value ? value : null;

    private void WarnOfPasswordInAddress()
    {
        if (!_warned)
        {
            warn("A password in a URL is visible to all users of this computer (process list, shell history). "
                + "Use ftpx credential set, FTPX_PASSWORD, --password-stdin or a netrc file instead.");
        }
        _warned = true;
    }

    private static bool IsAnonymous(string user) => user.ToLowerInvariant() is "anonymous" or "ftp";

    private static FtpCredential Checked(FtpCredential credential)
    {
        var all = credential.User + credential.Password + credential.Account;
        return all.AsSpan().IndexOfAny('\r', '\n', '\0') < 0
            ? credential
            : throw new UsageException("The user or password contains a line end or NUL, which FTP cannot transmit.");
    }
}
