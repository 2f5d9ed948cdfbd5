using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>
/// Resolves the addresses of one command: the settings of each server, the URL in the server's charset, the pattern in it, and the login.
/// Reads login files and settings; never the network.
/// </summary>
/// <param name="options">What was typed.</param>
/// <param name="credentials">Finds logins.</param>
/// <param name="memory">The settings of servers, and what runs learned of them; null where neither is used.</param>
/// <param name="warn">Takes a sentence for each file or setting that is left out.</param>
internal sealed class AddressResolver(TransferOptions options, CredentialResolver credentials, SiteMemory? memory, Action<string> warn)
{
    private readonly Dictionary<SiteKey, TransferOptions> _bySite = [];
    private readonly Dictionary<ListedAddress, TransferOptions> _byAddress = [];

    public AddressResolver(TransferOptions options, ProcessEnvironment environment, Action<string> warn)
        : this(options, new CredentialResolver(options, environment, warn), OpenMemory(options, environment), warn)
    {
    }

    /// <summary>The site memory that the engine uses; null where there is none.</summary>
    public SiteMemory? Memory => memory;

    /// <summary>Opens the site memory, unless <c>--no-site-memory</c> was typed or the environment has no folder for it.</summary>
    public static SiteMemory? OpenMemory(TransferOptions options, ProcessEnvironment environment) =>
        options.NoSiteMemory ? null : environment.OpenSiteMemory();

    /// <summary>Reads the settings of the servers of these addresses. Until then only what was typed holds.</summary>
    /// <exception cref="UsageException">An address is none, a setting cannot be used, or the user who logs in cannot be found.</exception>
    public async Task ReadSettingsAsync(IEnumerable<ListedAddress> addresses)
    {
        if (memory is null) return;
        // All addresses before any setting: a wrong address is told alone.
        foreach (var (address, site) in addresses.Select(address => (address, KeyOf(address))).ToList())
        {
            if (!_bySite.TryGetValue(site, out var effective))
                _bySite[site] = effective = await SiteSettingTable.ApplyAsync(memory, options, site, warn).ConfigureAwait(false);
            _byAddress[address] = effective;
        }
    }

    /// <summary>The options that hold for the server of an address.</summary>
    public TransferOptions OptionsFor(ListedAddress address) => _byAddress.GetValueOrDefault(address, options);

    /// <summary>The options that hold for the command as a whole. Only the demand for TLS may differ from server to server.</summary>
    /// <exception cref="UsageException">Servers differ in more than that.</exception>
    public TransferOptions OptionsForAll()
    {
        if (_bySite.Count == 0) return options;
        var (first, common) = _bySite.First();
        var other = _bySite.FirstOrDefault(pair => pair.Value with { RequireTls = false } != common with { RequireTls = false }).Key;
        return other is null
            ? common
            : throw new UsageException(
                $"{first} and {other} have different settings (ftpx site list shows them), and one command has one set for all: "
                + "fetch from them with two commands, type the options that differ, or use --no-site-memory.");
    }

    /// <summary>The URL of an address, its path in the server's charset.</summary>
    /// <exception cref="UsageException">It is no address.</exception>
    public FtpUrl Read(ListedAddress address)
    {
        var wanted = OptionsFor(address);
        return address.Read(wanted, wanted.Charset);
    }

    /// <summary>The URL of a file.</summary>
    /// <exception cref="UsageException">It is no address, or that of a directory.</exception>
    public FtpUrl ReadFile(ListedAddress address)
    {
        var url = Read(address);
        if (url.Path.Name.Length > 0) return url;
        throw new UsageException(
            $"{address.Where}{url} is a directory, not a file. Name a file in it, or fetch all of it with ftpx mirror {url}.");
    }

    /// <summary>The pattern in the path of an address; null where there is none.</summary>
    /// <param name="address">The address.</param>
    /// <param name="url">The address, read.</param>
    /// <exception cref="UsageException">It is no pattern.</exception>
    public RemotePattern? ReadPattern(ListedAddress address, FtpUrl url) => address.ReadPattern(url, OptionsFor(address).Charset);

    /// <summary>The server, the login and the path of a URL.</summary>
    /// <exception cref="UsageException">No password can be found.</exception>
    public TransferSource Resolve(FtpUrl url) => new(url.Endpoint, credentials.Resolve(url), url.Path);

    // The charset of names may be a setting of the server.
    private SiteKey KeyOf(ListedAddress address)
    {
        var url = address.Read(options, FtpCharsets.Utf8);
        return SiteKey.Of(url.Endpoint, credentials.UserOf(url));
    }
}
