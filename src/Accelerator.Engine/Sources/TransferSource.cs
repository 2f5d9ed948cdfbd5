using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>One location of the file: a server, its credential, and the path.</summary>
public sealed record TransferSource(FtpEndpoint Endpoint, FtpCredential Credential, FtpPath Path)
{
    /// <summary>The proxy through which the server is reached; null, the default, for none.</summary>
    public ProxyAddress? Proxy { get; init; }

    /// <summary>Returns the source as messages name it, without the password.</summary>
    public override string ToString() => $"{Endpoint.Scheme}://{Endpoint}/{Path}";
}
