using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>
/// Decides whether a file on the server is complete. Pure. Only what was observed here counts, by the clock of this computer: the server's
/// time stamps may be wrong, and a copy keeps an old one while it is still being written.
/// </summary>
internal static class CompletenessPolicy
{
    /// <summary>
    /// Returns the state of a file that was found, was not delivered yet and is not claimed: quarantined if its marker has not come in time
    /// and the rule is to quarantine it then.
    /// </summary>
    /// <param name="file">The file with this poll counted: its polls, and since when it is unchanged.</param>
    /// <param name="rule">The rule by which it counts as complete.</param>
    /// <param name="hasMarker">Whether its marker exists; true if the rule names none.</param>
    /// <param name="now">The time of the poll.</param>
    public static FileState Judge(KnownFile file, CompletenessRule rule, bool hasMarker, DateTimeOffset now)
    {
        if (file.Polls < rule.Polls || now - file.Since < rule.StableFor) return FileState.Discovered;
        if (now - file.FirstSeen < rule.MinimumAge) return FileState.Stable;
        if (hasMarker) return FileState.Queued;
        return !(now - file.Since >= rule.MarkerTimeout) ? FileState.Stable
            : rule.MarkerMissing == MarkerDecision.Deliver ? FileState.Queued : FileState.Quarantined;
    }
}
