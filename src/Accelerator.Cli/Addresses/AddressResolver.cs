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
/// Resolves the addresses of one command: the settings of each server, the URL in the server's charset, its pattern, and the login. Reads
/// login files and settings, never the network.
/// </summary>
/// <param name="options">The parsed options.</param>
/// <param name="credentials">Finds logins.</param>
/// <param name="memory">The settings of servers, and what earlier runs learned about them; null if neither is used.</param>
/// <param name="warn">Receives a sentence for each file or setting that is ignored.</param>
internal sealed class AddressResolver(TransferOptions options, CredentialResolver credentials, SiteMemory? memory, Action<string> warn)
{
    private readonly Dictionary<SiteKey, TransferOptions> _bySite = [];
    private readonly Dictionary<ListedAddress, TransferOptions> _byAddress = [];

    public AddressResolver(TransferOptions options, ProcessEnvironment environment, Action<string> warn)
        : this(options, new CredentialResolver(options, environment, warn), OpenMemory(options, environment), warn)
    {
    }

    /// <summary>The site memory that the engine uses; null if there is none.</summary>
    public SiteMemory? Memory => memory;

    /// <summary>Opens the site memory, unless <c>--no-site-memory</c> was typed or the environment has no folder for it.</summary>
    public static SiteMemory? OpenMemory(TransferOptions options, ProcessEnvironment environment) =>
        options.NoSiteMemory ? null : environment.OpenSiteMemory();

    /// <summary>Reads the settings of the servers of these addresses. Until then only the typed options apply.</summary>
    /// <exception cref="UsageException">An address is invalid, a setting is unusable, or the user cannot be determined.</exception>
    public async Task ReadSettingsAsync(IEnumerable<ListedAddress> addresses)
    {
        if (memory is null) return;
        // Parse all addresses before any setting, so that an invalid address is the only error reported.
        foreach (var (address, site) in addresses.Select(address => (address, KeyOf(address))).ToList())
        {
            if (!_bySite.TryGetValue(site, out var effective))
                _bySite[site] = effective = await SiteSettingTable.ApplyAsync(memory, options, site, warn).ConfigureAwait(false);
            _byAddress[address] = effective;
        }
    }

    /// <summary>The effective options for the server of an address.</summary>
    public TransferOptions OptionsFor(ListedAddress address) => _byAddress.GetValueOrDefault(address, options);

    /// <summary>The effective options for the command as a whole. Only the demand for TLS may differ between servers.</summary>
    /// <exception cref="UsageException">The servers differ in another option.</exception>
    public TransferOptions OptionsForAll()
    {
        if (_bySite.Count == 0) return options;
        var (first, common) = _bySite.First();
        var other = _bySite.FirstOrDefault(pair => pair.Value with { RequireTls = false } != common with { RequireTls = false }).Key;
        return other is null
            ? common
            : throw new UsageException(
                $"{first} and {other} have different settings (see ftpx site list), but one command uses one set: "
                + "use two commands, give the differing options on the command line, or add --no-site-memory.");
    }

    /// <summary>Returns the URL of an address, its path in the server's charset.</summary>
    /// <exception cref="UsageException">The text is not an address.</exception>
    public FtpUrl Read(ListedAddress address)
    {
        var wanted = OptionsFor(address);
        return address.Read(wanted, wanted.Charset);
    }

    /// <summary>Returns the URL of a file.</summary>
    /// <exception cref="UsageException">The text is not an address, or it names a folder.</exception>
    public FtpUrl ReadFile(ListedAddress address)
    {
        var url = Read(address);
        if (url.Path.Name.Length > 0) return url;
        throw new UsageException($"{address.Where}{url} is a folder, not a file. To download all of it, run: ftpx mirror {url}.")
        {
            Code = ExitCodes.NotFound,
        };
    }

    /// <summary>Returns the pattern in the path of an address; null if there is none.</summary>
    /// <param name="address">The address.</param>
    /// <param name="url">The parsed address.</param>
    /// <exception cref="UsageException">The pattern is invalid.</exception>
    public RemotePattern? ReadPattern(ListedAddress address, FtpUrl url) => address.ReadPattern(url, OptionsFor(address).Charset);

    /// <summary>Returns the server, the login and the path of a URL.</summary>
    /// <exception cref="UsageException">No password was found.</exception>
    public TransferSource Resolve(FtpUrl url) => new(url.Endpoint, credentials.Resolve(url), url.Path);

    // The charset of names may be a setting of the server.
    private SiteKey KeyOf(ListedAddress address)
    {
        var url = address.Read(options, FtpCharsets.Utf8);
        return SiteKey.Of(url.Endpoint, credentials.UserOf(url));
    }
}
