using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>What a server says of one file.</summary>
/// <param name="Identity">Size and time.</param>
/// <param name="Features">The server's claims; null while nobody has asked, which no plan waits for.</param>
public sealed record RemoteFacts(RemoteIdentity Identity, FtpFeatures? Features);
