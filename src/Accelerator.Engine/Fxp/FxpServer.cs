using Accelerator.Ftp;

namespace Accelerator.Engine.Fxp;

/// <summary>One of the two servers, with its credential.</summary>
public sealed record FxpServer(FtpEndpoint Endpoint, FtpCredential Credential)
{
    /// <summary>The proxy of the control connections, and of the data with --via-client; null, the default, for none.</summary>
    public ProxyAddress? Proxy { get; init; }

    /// <summary>Returns a path on the server as messages name it, without the password.</summary>
    public string Describe(FtpPath path) => $"{this}/{path}";

    /// <summary>The server as messages name it.</summary>
    public override string ToString() => $"{Endpoint.Scheme}://{Endpoint}";
}
