using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>One place that holds the file: a server, who logs in there, and the path.</summary>
public sealed record TransferSource(FtpEndpoint Endpoint, FtpCredential Credential, FtpPath Path)
{
    /// <summary>The source as messages name it; never the password.</summary>
    public override string ToString() => $"{Endpoint.Scheme}://{Endpoint}/{Path}";
}
