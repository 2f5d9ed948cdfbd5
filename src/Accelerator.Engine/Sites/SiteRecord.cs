namespace Accelerator.Engine.Sites;

/// <summary>All that is remembered of one login at one server.</summary>
/// <param name="Key">Which.</param>
/// <param name="Settings">What the user laid down.</param>
/// <param name="Facts">What runs have learned, old facts included.</param>
public sealed record SiteRecord(SiteKey Key, SiteSettings Settings, SiteFacts Facts)
{
    /// <summary>Whether there is nothing worth a file.</summary>
    public bool IsEmpty => Settings.Values.Count == 0 && SiteFactTable.All.All(fact => fact.LearnedAt(Facts) is null);

    /// <summary>Of a server that nothing is known of.</summary>
    public static SiteRecord Unknown(SiteKey key) => new(key, SiteSettings.None, SiteFacts.None);
}
