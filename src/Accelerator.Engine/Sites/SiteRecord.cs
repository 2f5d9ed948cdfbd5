namespace Accelerator.Engine.Sites;

/// <summary>The profile of one login at one server.</summary>
/// <param name="Key">The login and server.</param>
/// <param name="Settings">The user's settings.</param>
/// <param name="Facts">The facts that runs have learned, old facts included.</param>
public sealed record SiteRecord(SiteKey Key, SiteSettings Settings, SiteFacts Facts)
{
    /// <summary>Whether it holds nothing worth storing.</summary>
    public bool IsEmpty => Settings.Values.Count == 0 && SiteFactTable.All.All(fact => fact.LearnedAt(Facts) is null);

    /// <summary>Returns the empty profile of a login.</summary>
    public static SiteRecord Unknown(SiteKey key) => new(key, SiteSettings.None, SiteFacts.None);
}
