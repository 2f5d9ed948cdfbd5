using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>The facts that a further source's server reports about the file.</summary>
/// <param name="Identity">Size and time. The time may differ from the first source's; the size may not.</param>
/// <param name="Features">The features that the server claims.</param>
internal sealed record ReplicaFacts(RemoteIdentity Identity, FtpFeatures Features);
