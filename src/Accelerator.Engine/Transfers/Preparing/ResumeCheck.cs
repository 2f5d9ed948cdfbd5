using Accelerator.Engine.Journals;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers.Preparing;

/// <summary>Checks whether an earlier run's stored bytes are unchanged.</summary>
internal static class ResumeCheck
{
    /// <summary>Compares the bytes that a journal lists with their checksums, and notifies the user of changes.</summary>
    /// <param name="part">The partial file, locked by this run.</param>
    /// <param name="name">The file's name for messages.</param>
    /// <param name="journal">The earlier run's journal.</param>
    /// <param name="time">Clock.</param>
    /// <param name="notice">Reports to the user.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public static async Task<ReusedBytes> CompareAsync(
        PartialFile part, string name, JournalState journal, TimeProvider time, Action<NoticeKind, string> notice,
        CancellationToken cancellationToken)
    {
        // The file comes in one stream from its start: nothing is reused.
        if (journal.RestHonoured == false) return new ReusedBytes(journal, 0, 0);
        var reused = await ReuseCheck.RunAsync(part.Sink, journal, time, cancellationToken).ConfigureAwait(false);
        if (reused.DamagedBytes > 0)
        {
            var blocks = reused.DamagedParts == 1 ? "1 block" : $"{reused.DamagedParts:N0} blocks";
            notice(NoticeKind.ResumeRefused,
                $"{name}: {blocks} of '{part.PartPath}' changed on disk after the earlier run stored them; "
                    + $"{reused.DamagedBytes:N0} bytes are fetched again.");
        }
        if (reused.UncheckedBytes > 0)
            notice(NoticeKind.Verification,
                $"{name}: {reused.UncheckedBytes:N0} bytes of the earlier run are reused without comparing them with their checksums, "
                    + $"because reading the others took {ReuseCheck.Longest.TotalSeconds:0} s.");
        return reused;
    }
}
