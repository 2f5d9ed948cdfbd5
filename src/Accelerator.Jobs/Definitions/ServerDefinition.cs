using Accelerator.Ftp;

namespace Accelerator.Jobs.Definitions;

/// <summary>A server that jobs fetch from or deliver to, and what all of them together may ask of it.</summary>
/// <param name="Name">Its name in the job file.</param>
/// <param name="Endpoint">Where it is.</param>
/// <param name="User">Who logs in; null for anonymous.</param>
/// <param name="Credential">The credential that holds the password; null for none.</param>
/// <param name="Sessions">Most sessions at once, those that list included. Default 8, 1 to 256.</param>
/// <param name="Bandwidth">Limits by the time of day.</param>
public sealed record ServerDefinition(
    string Name, FtpEndpoint Endpoint, string? User, string? Credential, int Sessions, IReadOnlyList<BandwidthWindow> Bandwidth)
{
    /// <summary>
    /// Addresses and interfaces of this computer to connect from, as the job file names them; empty, the default, for the system's choice.
    /// </summary>
    public IReadOnlyList<string> Bind { get; init; } = [];

    /// <summary>
    /// Names of other servers that hold the same files under the same paths: large files come from them too, once each is proven. Empty,
    /// the default, for none.
    /// </summary>
    public IReadOnlyList<string> Replicas { get; init; } = [];

    /// <summary>Whether a replica of equal length is used where no hash shows that it holds the same. Default false.</summary>
    public bool TrustReplicas { get; init; }

    /// <summary>A path of it as people are told it, <c>ftp://host//archive/a.nc</c>: two slashes begin at the root.</summary>
    /// <param name="path">From the root, with its slash.</param>
    public string AddressOf(string path) => $"{Endpoint.Scheme}://{Endpoint}/{path}";
}
