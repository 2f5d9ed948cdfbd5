using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Whether a file on the server is complete. Pure. Only what was seen here counts, by the clock of this computer: the server's time stamps
/// may be wrong, and a copy keeps an old one while it is still being written.
/// </summary>
internal static class CompletenessPolicy
{
    /// <summary>The state of a file that was found, was not delivered yet and is in nobody's hands.</summary>
    /// <param name="file">As it is now: looks, and since when, with this one counted.</param>
    /// <param name="rule">By what it counts as complete.</param>
    /// <param name="hasMarker">Whether its marker is there; true where the rule names none.</param>
    /// <param name="now">The look's time.</param>
    public static FileState Judge(KnownFile file, CompletenessRule rule, bool hasMarker, DateTimeOffset now)
    {
        if (file.Polls < rule.Polls || now - file.Since < rule.StableFor) return FileState.Discovered;
        return hasMarker && now - file.FirstSeen >= rule.MinimumAge ? FileState.Queued : FileState.Stable;
    }
}
