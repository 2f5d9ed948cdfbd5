using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>What a further source's server says of the file.</summary>
/// <param name="Identity">Size and time. The time may differ from the first source's; the size may not.</param>
/// <param name="Features">The server's claims.</param>
internal sealed record ReplicaFacts(RemoteIdentity Identity, FtpFeatures Features);
