using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>One of the two servers, and who logs in there.</summary>
public sealed record FxpServer(FtpEndpoint Endpoint, FtpCredential Credential)
{
    /// <summary>A path there as messages name it; never the password.</summary>
    public string Describe(FtpPath path) => $"{this}/{path}";

    /// <summary>The server as messages name it.</summary>
    public override string ToString() => $"{Endpoint.Scheme}://{Endpoint}";
}
