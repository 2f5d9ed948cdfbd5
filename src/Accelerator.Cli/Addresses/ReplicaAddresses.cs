using Accelerator.Cli.Credentials;
using Accelerator.Cli.Hosting;
using Accelerator.Cli.Options;
using Accelerator.Cli.Sites;
using Accelerator.Engine.Sites;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>The addresses behind <c>--replica</c>: further servers that hold the same file, or the same tree.</summary>
/// <param name="options">What was typed.</param>
/// <param name="credentials">Who logs in there, as at the first server.</param>
internal sealed class ReplicaAddresses(TransferOptions options, CredentialResolver credentials)
{
    private readonly List<ListedAddress> _listed = [.. options.Replicas.Select(address => new ListedAddress(address, null, "--replica: "))];

    /// <summary>Whether there are none.</summary>
    public bool IsEmpty => _listed.Count == 0;

    /// <summary>Their servers and who logs in there.</summary>
    /// <exception cref="UsageException">An address is none.</exception>
    public IEnumerable<SiteKey> Sites() => _listed.Select(KeyOf);

    /// <summary>The replicas of one file.</summary>
    /// <param name="main">The address that was named first.</param>
    /// <param name="effective">What is wanted of each server; null where nothing is remembered of servers.</param>
    /// <exception cref="UsageException">One is no file's address, or means the same as another.</exception>
    public IReadOnlyList<FtpUrl> OfFile(FtpUrl main, EffectiveOptions? effective)
    {
        var urls = Read(effective);
        foreach (var (address, url) in _listed.Zip(urls))
        {
            if (url.Path.Name.Length == 0) throw new UsageException($"{address.Where}{url} is a directory: name the same file there.");
            if (address.ReadPattern(url, options.Charset) is not null)
                throw new UsageException($"{address.Where}{url} is a pattern, and a replica is one file: write *, ? and [ that are part of its name as %2A, %3F and %5B.");
        }
        RefuseTwins([(main, main.Path), .. urls.Select(url => (url, url.Path))]);
        return urls;
    }

    /// <summary>The replicas of a folder; each path is without the slash at its end.</summary>
    /// <param name="main">The folder that was named first.</param>
    /// <param name="effective">What is wanted of each server; null where nothing is remembered of servers.</param>
    /// <exception cref="UsageException">One is no address, or means the same as another.</exception>
    public IReadOnlyList<FtpUrl> OfFolder(FtpUrl main, EffectiveOptions? effective)
    {
        var urls = Read(effective);
        RefuseTwins([(main, main.Path.WithoutEnd()), .. urls.Select(url => (url, url.Path.WithoutEnd()))]);
        return urls;
    }

    /// <summary>Who logs in at each of them.</summary>
    /// <param name="urls">The replicas.</param>
    /// <exception cref="UsageException">No password can be found.</exception>
    public IReadOnlyList<TransferSource> Resolve(IReadOnlyList<FtpUrl> urls) => [.. urls.Select(url => new TransferSource(url.Endpoint, credentials.Resolve(url), url.Path))];

    private List<FtpUrl> Read(EffectiveOptions? effective) =>
    [
        .. from address in _listed
           let wanted = effective?.For(KeyOf(address)) ?? options
           select address.Read(wanted, wanted.Charset),
    ];

    private SiteKey KeyOf(ListedAddress address)
    {
        // The charset of names may be a setting of the server.
        var url = address.Read(options, FtpCharsets.Utf8);
        return SiteKey.Of(url.Endpoint, credentials.UserOf(url));
    }

    private static bool IsSame(FtpEndpoint one, FtpEndpoint other) => one.Port == other.Port && one.Host.Equals(other.Host, StringComparison.OrdinalIgnoreCase);

    // One server twice is no second source: its ceiling would be taken for two.
    private static void RefuseTwins(IReadOnlyList<(FtpUrl Url, FtpPath Path)> all)
    {
        for (var i = 1; i < all.Count; i++)
        {
            var (url, path) = all[i];
            if (all.Take(i).Any(other => IsSame(other.Url.Endpoint, url.Endpoint) && other.Path.Equals(path)))
                throw new UsageException($"--replica: {url} is named already: a replica is on another server, or under another path.");
        }
    }
}
