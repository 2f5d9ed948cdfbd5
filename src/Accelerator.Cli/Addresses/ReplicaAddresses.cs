using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>The addresses behind <c>--replica</c>: further servers that hold the same file, or the same tree.</summary>
/// <param name="typed">What was typed behind each <c>--replica</c>.</param>
/// <param name="resolver">Resolves them as the first address.</param>
internal sealed class ReplicaAddresses(IReadOnlyList<string> typed, AddressResolver resolver)
{
    /// <summary>The addresses, unread.</summary>
    public IReadOnlyList<ListedAddress> Listed { get; } = [.. typed.Select(address => new ListedAddress(address, null, "--replica: "))];

    /// <summary>The replicas of one file.</summary>
    /// <param name="main">The address that was named first.</param>
    /// <exception cref="UsageException">One is no file's address, or means the same as another.</exception>
    public IReadOnlyList<FtpUrl> OfFile(FtpUrl main)
    {
        foreach (var address in Listed)
        {
            var url = resolver.Read(address);
            if (url.Path.Name.Length == 0) throw new UsageException($"{address.Where}{url} is a directory: name the same file there.");
            if (resolver.ReadPattern(address, url) is not null)
                throw new UsageException(
                    $"{address.Where}{url} is a pattern, and a replica is one file: "
                        + "write *, ? and [ that are part of its name as %2A, %3F and %5B.");
        }
        return Distinct(main, static path => path);
    }

    /// <summary>The replicas of a folder; each path is without the slash at its end.</summary>
    /// <param name="main">The folder that was named first.</param>
    /// <exception cref="UsageException">One is no address, or means the same as another.</exception>
    public IReadOnlyList<FtpUrl> OfFolder(FtpUrl main) => Distinct(main, static path => path.WithoutEnd());

    /// <summary>The servers and logins of replicas.</summary>
    /// <exception cref="UsageException">No password can be found.</exception>
    public IReadOnlyList<TransferSource> Resolve(IReadOnlyList<FtpUrl> urls) => [.. urls.Select(resolver.Resolve)];

    // One server twice is no second source: its ceiling would be taken for two.
    private List<FtpUrl> Distinct(FtpUrl main, Func<FtpPath, FtpPath> pathOf)
    {
        List<FtpUrl> all = [main];
        foreach (var url in Listed.Select(resolver.Read))
        {
            if (all.Exists(other => IsSame(other.Endpoint, url.Endpoint) && pathOf(other.Path).Equals(pathOf(url.Path))))
                throw new UsageException($"--replica: {url} is named already: a replica is on another server, or under another path.");
            all.Add(url);
        }
        return all[1..];
    }

    private static bool IsSame(FtpEndpoint one, FtpEndpoint other) =>
        one.Port == other.Port && one.Host.Equals(other.Host, StringComparison.OrdinalIgnoreCase);
}
