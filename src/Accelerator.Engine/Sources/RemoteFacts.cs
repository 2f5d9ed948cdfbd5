using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Sources;

/// <summary>The facts that a server reports about one file.</summary>
/// <param name="Identity">Size and time.</param>
/// <param name="Features">The features that the server claims; null while not queried, which no plan waits for.</param>
public sealed record RemoteFacts(RemoteIdentity Identity, FtpFeatures? Features)
{
    /// <summary>
    /// Whether the size is from LIST, because the server has neither SIZE nor MLST: a hint, until the end of the data confirms it.
    /// </summary>
    internal bool IsSizeListed { get; init; }

    /// <summary>R of the path to the server; zero while unknown.</summary>
    internal TimeSpan RoundTrip { get; init; }
}
