namespace Accelerator.Engine.Sites;

/// <summary>Decides which facts are too old to act on. Numbers in, decision out; old facts stay in the site profile, to be shown.</summary>
public static class SiteAgeing
{
    // Clocks of machines that share a home folder differ a little; a fact from further in the future would never become old.
    private static readonly TimeSpan ClockError = TimeSpan.FromMinutes(5);

    // Long enough for a queue of small files to complete without one refusal, short enough for a long transfer to find a ceiling that has
    // risen.
    private static readonly TimeSpan CoolDown = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan CeilingKept = TimeSpan.FromDays(30);

    /// <summary>Returns whether a fact that was learned then is too old to act on.</summary>
    public static bool IsOld(SiteFact fact, DateTimeOffset learned, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(fact);
        return now - learned >= fact.Lifetime || learned - now > ClockError;
    }

    /// <summary>Returns the facts without the old ones.</summary>
    public static SiteFacts Fresh(SiteFacts facts, DateTimeOffset now)
    {
        ArgumentNullException.ThrowIfNull(facts);
        var fresh = facts;
        foreach (var fact in SiteFactTable.All)
        {
            if (fact.LearnedAt(facts) is { } learned && IsOld(fact, learned, now)) fresh = fact.Copy(SiteFacts.None, fresh);
        }
        return fresh;
    }

    /// <summary>
    /// Returns the ceiling to begin with, and the time until one attempt above it is due. A fresh ceiling spares its refusals for a minute;
    /// an old one of up to 30 days is tried as soon as it is reached, so that one attempt, not one for each connection in flight, shows
    /// whether it still holds.
    /// </summary>
    /// <returns>Null where none is remembered.</returns>
    internal static (int Sessions, TimeSpan CoolDown)? Ceiling(SiteFacts facts, DateTimeOffset now)
    {
        if (facts.Ceiling is not { } ceiling || now - ceiling.At >= CeilingKept || ceiling.At - now > ClockError) return null;
        return (ceiling.Value, Fresh(facts, now).Ceiling is null ? TimeSpan.Zero : CoolDown);
    }
}
