using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>One location of the file: a server, its credential, and the path.</summary>
public sealed record TransferSource(FtpEndpoint Endpoint, FtpCredential Credential, FtpPath Path)
{
    /// <summary>Returns the source as messages name it, without the password.</summary>
    public override string ToString() => $"{Endpoint.Scheme}://{Endpoint}/{Path}";
}
