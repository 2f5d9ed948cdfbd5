using Accelerator.Cli.Configuration;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Ftp;
using Accelerator.Ftp.Sockets;

namespace Accelerator.Cli.Addresses;

/// <summary>
/// Resolves the addresses of one command: the named server, the settings of each server, the URL in the server's charset, its pattern, and
/// the login. Reads login files, settings and the configuration file, never the network.
/// </summary>
/// <param name="options">The parsed options.</param>
/// <param name="credentials">Finds logins.</param>
/// <param name="memory">The settings of servers, and what earlier runs learned about them; null if neither is used.</param>
/// <param name="configuration">The named servers, and the settings for every server.</param>
/// <param name="warn">Receives a sentence for each file or setting that is ignored.</param>
internal sealed class AddressResolver(
    TransferOptions options, CredentialResolver credentials, SiteMemory? memory, UserConfiguration configuration, Action<string> warn)
{
    private readonly Dictionary<(SiteKey Site, NamedServer? Server), TransferOptions> _bySite = [];
    private readonly Dictionary<ListedAddress, TransferOptions> _byAddress = [];

    public AddressResolver(TransferOptions options, ProcessEnvironment environment, Action<string> warn)
        : this(options, new CredentialResolver(options, environment, warn), OpenMemory(options, environment),
            UserConfiguration.Read(environment), warn)
    {
    }

    /// <summary>The site memory that the engine uses; null if there is none.</summary>
    public SiteMemory? Memory => memory;

    /// <summary>Opens the site memory, unless <c>--no-site-memory</c> was typed or the environment has no folder for it.</summary>
    public static SiteMemory? OpenMemory(TransferOptions options, ProcessEnvironment environment) =>
        options.NoSiteMemory ? null : environment.OpenSiteMemory();

    /// <summary>
    /// Reads the settings of the servers of these addresses (<see cref="SiteSettingTable"/> has their order). Until then only the typed
    /// options apply.
    /// </summary>
    /// <param name="addresses">The addresses.</param>
    /// <param name="onlyStoredProxy">Whether of the stored settings only the proxy is applied. Default false.</param>
    /// <exception cref="UsageException">An address is invalid, a setting is unusable, or the user cannot be determined.</exception>
    public async Task ReadSettingsAsync(IEnumerable<ListedAddress> addresses, bool onlyStoredProxy = false)
    {
        await ReadAllSettingsAsync(addresses, onlyStoredProxy).ConfigureAwait(false);
        if (_bySite.Values.Append(options).Any(wanted => wanted.Multipath) && MultipathSupport.Problem() is { } problem)
            warn($"--mptcp: {problem}");
        foreach (var bytes in _bySite.Values.Append(options).Select(wanted => wanted.ReceiveBuffer).OfType<int>().Distinct())
        {
            if (ReceiveBuffer.Granted(bytes) is var granted && granted >= bytes) continue;
            warn($"--receive-buffer: this system grants {ByteText.Size(granted)} of {ByteText.Size(bytes)}. Omit the option, which "
                + $"restores autotuning{(OperatingSystem.IsLinux() ? $", or run: sysctl -w net.core.rmem_max={bytes}" : ".")}");
        }
    }

    private async Task ReadAllSettingsAsync(IEnumerable<ListedAddress> addresses, bool onlyStoredProxy)
    {
        if (memory is null && configuration is { Servers.Count: 0, Defaults.Values.Count: 0 }) return;
        // Parse all addresses before any setting, so that an invalid address is the only error reported.
        foreach (var (address, site) in addresses.Select(address => (address, Key: KeyOf(address))).ToList())
        {
            var server = ServerOf(address);
            if (!_bySite.TryGetValue((site, server), out var effective))
            {
                effective = await ApplyAsync(memory, site, server).ConfigureAwait(false);
                if (onlyStoredProxy && memory is not null)
                    effective = await ApplyAsync(null, site, server).ConfigureAwait(false) with { Proxy = effective.Proxy };
                _bySite[(site, server)] = effective;
            }
            _byAddress[address] = effective;
        }
    }

    /// <summary>The effective options for the server of an address.</summary>
    public TransferOptions OptionsFor(ListedAddress address) => _byAddress.GetValueOrDefault(address, options);

    /// <summary>The effective options for the command as a whole. Only the demand for TLS and the proxy may differ between
    /// servers.</summary>
    /// <exception cref="UsageException">The servers differ in another option.</exception>
    public TransferOptions OptionsForAll()
    {
        if (_bySite.Count == 0) return options;
        var (first, common) = _bySite.First();
        var other = _bySite.FirstOrDefault(pair => Common(pair.Value) != Common(common)).Key;
        if (other.Site is null) return common;
        var isNamed = first.Server is not null || other.Server is not null;
        throw new UsageException(
            $"{first.Server?.Name ?? $"{first.Site}"} and {other.Server?.Name ?? $"{other.Site}"} have different settings (see ftpx site "
                + $"list), but one command uses one set: use two commands{(isNamed ? " or" : ",")} give the differing options on the "
                + $"command line{(isNamed ? "" : ", or add --no-site-memory")}.");

        static TransferOptions Common(TransferOptions options) => options with { RequireTls = false, Proxy = null };
    }

    /// <summary>Returns the URL of an address, its path in the server's charset.</summary>
    /// <exception cref="UsageException">The text is not an address, or no server has its name.</exception>
    public FtpUrl Read(ListedAddress address)
    {
        var wanted = OptionsFor(address);
        return Expand(address).Read(wanted, wanted.Charset);
    }

    /// <summary>Returns the URL of a file.</summary>
    /// <exception cref="UsageException">The text is not an address, or it names a folder.</exception>
    public FtpUrl ReadFile(ListedAddress address)
    {
        var url = Read(address);
        if (url.Path.Name.Length > 0) return url;
        var shown = Shown(address, url);
        var typed = ServerOf(address) is null ? FtpUrl.Write(url.Endpoint, url.User, url.Path) : address.Text;
        // The login folder has no name for a local one.
        var folder = url.Path.IsEmpty || $"{url.Path}" == "/" ? " DIR" : "";
        throw new UsageException($"{address.Where}{shown} is a folder, not a file. To download all of it, "
            + $"run: {CommandText.Of(["mirror", typed], credentials.IsWindows)}{folder}")
        {
            Code = ExitCodes.NotFound,
        };
    }

    /// <summary>Returns an address as messages show it: a URL without its password, or as typed if it begins with a name.</summary>
    public string Shown(ListedAddress address, FtpUrl url) => ServerOf(address) is null ? url.ToString() : SafeText.Escape(address.Text);

    /// <summary>Returns the pattern in the path of an address; null if there is none.</summary>
    /// <param name="address">The address.</param>
    /// <param name="url">The parsed address.</param>
    /// <exception cref="UsageException">The pattern is invalid.</exception>
    public RemotePattern? ReadPattern(ListedAddress address, FtpUrl url) => address.ReadPattern(url, OptionsFor(address).Charset);

    /// <summary>Returns the server, the login, the path and the proxy of a URL.</summary>
    /// <exception cref="UsageException">No password was found, or active mode was requested through a proxy.</exception>
    public TransferSource Resolve(FtpUrl url)
    {
        // The proxy first: a password is asked for only if the rest is in order.
        var proxy = ProxyOf(url);
        return new TransferSource(url.Endpoint, credentials.Resolve(url), url.Path) { Proxy = proxy };
    }

    /// <summary>Returns the proxy that leads to the server of a URL; null for a direct connection.</summary>
    /// <exception cref="UsageException">
    /// The environment's proxy is unusable, no password was found for it, or active mode was requested through it.
    /// </exception>
    public ProxyAddress? ProxyOf(FtpUrl url)
    {
        var wanted = OptionsOf(url);
        var proxy = credentials.ProxyOf(wanted.Proxy, url.Endpoint);
        return proxy is not null && wanted.Active ? throw TransferOptions.ActiveThroughProxy : proxy;
    }

    private TransferOptions OptionsOf(FtpUrl url)
    {
        if (_bySite.Count == 0) return options;
        var site = SiteKey.Of(url.Endpoint, credentials.UserOf(url));
        return _bySite.FirstOrDefault(pair => pair.Key.Site == site).Value ?? options;
    }

    private Task<TransferOptions> ApplyAsync(SiteMemory? stored, SiteKey site, NamedServer? server) => SiteSettingTable.ApplyAsync(
        stored, options, site, server?.Settings ?? SiteSettings.None, configuration.Defaults, warn);

    // The charset of names may be a setting of the server.
    private SiteKey KeyOf(ListedAddress address)
    {
        var url = Expand(address).Read(options, FtpCharsets.Utf8);
        return SiteKey.Of(url.Endpoint, credentials.UserOf(url));
    }

    private NamedServer? ServerOf(ListedAddress address) => configuration.Find(address.Text)?.Server;

    // An environment variable takes precedence over the file: without the user of the server, the login is found as for any address.
    private ListedAddress Expand(ListedAddress address) => address.Expand(configuration, withUser: !credentials.HasGivenUser);
}
