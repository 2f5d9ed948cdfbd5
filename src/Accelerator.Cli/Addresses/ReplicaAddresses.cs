using Accelerator.Cli.Hosting;
using Accelerator.Engine.Sources;
using Accelerator.Ftp;

namespace Accelerator.Cli.Addresses;

/// <summary>Reads the addresses in <c>--replica</c>: further servers that hold the same file, or the same tree.</summary>
/// <param name="typed">The value of each <c>--replica</c>.</param>
/// <param name="resolver">Resolves them in the same way as the first address.</param>
internal sealed class ReplicaAddresses(IReadOnlyList<string> typed, AddressResolver resolver)
{
    /// <summary>The addresses before parsing.</summary>
    public IReadOnlyList<ListedAddress> Listed { get; } = [.. typed.Select(address => new ListedAddress(address, null, "--replica: "))];

    /// <summary>Returns the replicas of one file.</summary>
    /// <param name="main">The main address.</param>
    /// <exception cref="UsageException">A replica is not the address of a file, or is a duplicate.</exception>
    public IReadOnlyList<FtpUrl> OfFile(FtpUrl main)
    {
        foreach (var address in Listed)
        {
            var url = resolver.Read(address);
            if (url.Path.Name.Length == 0)
                throw new UsageException($"{address.Where}{url} is a folder; give the URL of the file.") { Code = ExitCodes.NotFound };
            if (resolver.ReadPattern(address, url) is not null)
                throw new UsageException(
                    $"{address.Where}{url} is a pattern, but a replica is one file. "
                        + "Write *, ? and [ in a name as %2A, %3F and %5B.");
        }
        return Distinct(main, static path => path);
    }

    /// <summary>Returns the replicas of a folder. The comparison that finds duplicates ignores trailing slashes.</summary>
    /// <param name="main">The main folder.</param>
    /// <exception cref="UsageException">A replica is not an address, or is a duplicate.</exception>
    public IReadOnlyList<FtpUrl> OfFolder(FtpUrl main) => Distinct(main, static path => path.WithoutEnd());

    /// <summary>Returns the servers and logins of the replicas.</summary>
    /// <exception cref="UsageException">No password was found.</exception>
    public IReadOnlyList<TransferSource> Resolve(IReadOnlyList<FtpUrl> urls) => [.. urls.Select(resolver.Resolve)];

    // Reject duplicates: a source that is listed twice would have its ceiling counted twice.
    private List<FtpUrl> Distinct(FtpUrl main, Func<FtpPath, FtpPath> pathOf)
    {
        List<FtpUrl> all = [main];
        foreach (var url in Listed.Select(resolver.Read))
        {
            if (all.Exists(other => IsSame(other.Endpoint, url.Endpoint) && pathOf(other.Path).Equals(pathOf(url.Path))))
                throw new UsageException($"--replica: {url} is already listed; a replica must be on another server or under another path.");
            all.Add(url);
        }
        return all[1..];
    }

    private static bool IsSame(FtpEndpoint one, FtpEndpoint other) =>
        one.Port == other.Port && one.Host.Equals(other.Host, StringComparison.OrdinalIgnoreCase);
}
