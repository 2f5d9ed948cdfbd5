namespace Accelerator.Engine.Sites;

/// <summary>
/// Decides which facts are too old to act on. Its methods read no clock and no file. Old facts stay in the site profile, so that they can
/// still be displayed.
/// </summary>
public static class SiteAgeing
{
    // Computers that share a home folder have slightly different clocks. A fact dated further in the future counts as old, because it would
    // never age.
    private static readonly TimeSpan ClockError = TimeSpan.FromMinutes(5);

    // Long enough for a queue of small files to complete without one refusal, short enough for a long transfer to find a ceiling that has
    // risen.
    private static readonly TimeSpan CoolDown = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan CeilingKept = TimeSpan.FromDays(30);

    /// <summary>Returns whether a fact is too old to act on, given when it was learned.</summary>
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
    /// Returns the remembered session ceiling and the time until one attempt to exceed it is due. A fresh ceiling avoids refusals for a
    /// minute. An older one, up to 30 days, is tested as soon as it is reached: by one attempt, not by one for each connection in flight.
    /// </summary>
    /// <returns>Null if no ceiling is remembered, or if it is 30 days old or more.</returns>
    internal static (int Sessions, TimeSpan CoolDown)? Ceiling(SiteFacts facts, DateTimeOffset now)
    {
        if (facts.Ceiling is not { } ceiling || now - ceiling.At >= CeilingKept || ceiling.At - now > ClockError) return null;
        return (ceiling.Value, Fresh(facts, now).Ceiling is null ? TimeSpan.Zero : CoolDown);
    }
}
