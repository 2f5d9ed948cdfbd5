using Accelerator.Engine.Journals;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;

namespace Accelerator.Engine.Transfers;

/// <summary>What an earlier run left of a file, and whether this one may go on with it.</summary>
internal static class ResumeCheck
{
    /// <summary>Reads the journal beside a partial file, and tells the user where it is refused.</summary>
    /// <param name="part">The partial file, held by this run.</param>
    /// <param name="name">The file's name for messages.</param>
    /// <param name="identity">The file on the server now.</param>
    /// <param name="request">What is wanted.</param>
    /// <param name="time">Clock.</param>
    /// <param name="notice">Tells the user.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Null where there is no journal that may be used.</returns>
    public static async Task<ReusedBytes?> ReadAsync(
        PartialFile part, string name, RemoteIdentity identity, TransferRequest request, TimeProvider time, Action<NoticeKind, string> notice, CancellationToken cancellationToken)
    {
        var read = await ResumeJournal.ReadAsync(part.JournalPath, cancellationToken).ConfigureAwait(false);
        if (read.IsMissing) return null;

        var refusal = read.Refusal ?? ResumePolicy.WhyNot(read.State!, identity, part.LengthAtOpen, request);
        if (refusal is null) return await CompareAsync(part, name, read.State!, time, notice, cancellationToken).ConfigureAwait(false);
        notice(NoticeKind.ResumeRefused, $"{name}: starting over. {refusal}");
        return null;
    }

    private static async Task<ReusedBytes> CompareAsync(
        PartialFile part, string name, JournalState journal, TimeProvider time, Action<NoticeKind, string> notice, CancellationToken cancellationToken)
    {
        // The file comes in one stream from its start: nothing is reused.
        if (journal.RestHonoured == false) return new ReusedBytes(journal, 0, 0);
        var reused = await ReuseCheck.RunAsync(part.Sink, journal, time, cancellationToken).ConfigureAwait(false);
        if (reused.DamagedBytes > 0)
        {
            var blocks = reused.DamagedParts == 1 ? "1 block" : $"{reused.DamagedParts:N0} blocks";
            notice(NoticeKind.ResumeRefused, $"{name}: {blocks} of '{part.PartPath}' changed on disk after the earlier run stored them; {reused.DamagedBytes:N0} bytes are fetched again.");
        }
        if (reused.UncheckedBytes > 0)
            notice(NoticeKind.Verification, $"{name}: {reused.UncheckedBytes:N0} bytes of the earlier run are reused without comparing them with their checksums, because reading the others took {ReuseCheck.Longest.TotalSeconds:0} s.");
        return reused;
    }
}
