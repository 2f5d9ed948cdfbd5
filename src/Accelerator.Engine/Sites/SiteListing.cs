namespace Accelerator.Engine.Sites;

/// <summary>All site profiles.</summary>
/// <param name="Records">By host, port and user; the settings for all logins first.</param>
/// <param name="Problems">One sentence for each file that cannot be used.</param>
public sealed record SiteListing(IReadOnlyList<SiteRecord> Records, IReadOnlyList<string> Problems);
