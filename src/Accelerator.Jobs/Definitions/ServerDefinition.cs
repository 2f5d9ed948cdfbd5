using Accelerator.Ftp;

namespace Accelerator.Jobs.Definitions;

/// <summary>A server that jobs fetch from or deliver to, with the limits for all jobs together.</summary>
/// <param name="Name">The server's name in the job file.</param>
/// <param name="Endpoint">The server's address.</param>
/// <param name="User">The login; null for anonymous.</param>
/// <param name="Credential">The credential that holds the password; null for none.</param>
/// <param name="Sessions">The maximum number of concurrent sessions, including those that list. Default 8, 1 to 256.</param>
/// <param name="Bandwidth">Limits by the time of day.</param>
public sealed record ServerDefinition(
    string Name, FtpEndpoint Endpoint, string? User, string? Credential, int Sessions, IReadOnlyList<BandwidthWindow> Bandwidth)
{
    /// <summary>
    /// Addresses and interfaces of this computer to connect from, as named in the job file; empty, the default, for the system's choice.
    /// </summary>
    public IReadOnlyList<string> Bind { get; init; } = [];

    /// <summary>The proxy of all connections, without its password; null, the default, for none.</summary>
    public ProxyAddress? Proxy { get; init; }

    /// <summary>The credential that holds the proxy's password; null, the default, for none.</summary>
    public string? ProxyCredential { get; init; }

    /// <summary>
    /// Names of other servers that hold the same files under the same paths: large files are also fetched from them, once each is verified.
    /// Empty, the default, for none.
    /// </summary>
    public IReadOnlyList<string> Replicas { get; init; } = [];

    /// <summary>Whether a replica of equal length is used if no hash shows that the content is equal. Default false.</summary>
    public bool TrustReplicas { get; init; }

    /// <summary>
    /// The addresses of the server that downloads use together, once they are shown to be one host; null, the default, for the first of the
    /// name's addresses that answers.
    /// </summary>
    internal ServerAddresses? Addresses { get; init; }

    /// <summary>The scheduled measurement of the network path; null, the default, for none.</summary>
    public MeasureRule? Measure { get; init; }

    /// <summary>The most bytes of text that one listing may have. Default 256 MiB.</summary>
    public long MaxListing { get; init; } = SessionProfile.UsualListing;

    /// <summary>Returns the address of a path for display, <c>ftp://host//archive/a.nc</c>: two slashes begin at the root.</summary>
    /// <param name="path">The path from the root, with its leading slash.</param>
    public string AddressOf(string path) => $"{Endpoint.Scheme}://{Endpoint}/{path}";
}
