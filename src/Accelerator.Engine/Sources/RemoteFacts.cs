using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>What a server says of one file.</summary>
/// <param name="Identity">Size and time.</param>
/// <param name="Features">The server's claims; null while nobody has asked, which no plan waits for.</param>
public sealed record RemoteFacts(RemoteIdentity Identity, FtpFeatures? Features)
{
    /// <summary>
    /// Whether the size is from LIST, because the server has neither SIZE nor MLST: a hint, until the end of the data shows the same.
    /// </summary>
    internal bool IsSizeListed { get; init; }
}
