using System.Net;
using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>One location of the file: a server, its credential, and the path.</summary>
public sealed record TransferSource(FtpEndpoint Endpoint, FtpCredential Credential, FtpPath Path)
{
    /// <summary>The proxy through which the server is reached; null, the default, for none.</summary>
    public ProxyAddress? Proxy { get; init; }

    /// <summary>
    /// The address of the server that is used, whatever its name resolves to; null, the default, for the first of the name's addresses that
    /// answers. A file may name several sources that differ in this alone: they give bytes once they are shown to be one host. TLS
    /// certificates are checked against the name.
    /// </summary>
    public IPAddress? Address { get; init; }

    /// <summary>Returns the source as messages name it, without the password.</summary>
    public override string ToString() => $"{Endpoint.Scheme}://{Endpoint}/{Path}{(Address is null ? "" : $" at {Address}")}";

    /// <summary>Returns the URL of this path, to be typed again: with the user, unless it is anonymous; never the password.</summary>
    internal string ToUrl() =>
        FtpUrl.Write(Endpoint, Credential.User == FtpCredential.Anonymous.User ? null : Credential.User, Path);

    /// <summary>Returns whether another source is the same server with the same login under another address.</summary>
    internal bool IsOtherAddressOf(TransferSource other) =>
        Address is not null && other.Address is not null && !Address.Equals(other.Address) && Endpoint == other.Endpoint
            && Credential == other.Credential && Path.Equals(other.Path);
}
