namespace Accelerator.Engine.Sites;

/// <summary>All sites that are remembered.</summary>
/// <param name="Records">By host, port and user; the settings for everybody first.</param>
/// <param name="Problems">One sentence for each file that cannot be used.</param>
public sealed record SiteListing(IReadOnlyList<SiteRecord> Records, IReadOnlyList<string> Problems);
