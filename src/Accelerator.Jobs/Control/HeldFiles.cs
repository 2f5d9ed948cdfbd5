using Accelerator.Ftp;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Control;

/// <summary>The files that a dry poll would leave undelivered, with the reasons.</summary>
/// <param name="Files">The files that the poll would change, then the others, longest-waiting first.</param>
/// <param name="More">The number of further files that are not in the list.</param>
/// <param name="Quarantined">The number of other files that wait for an operator.</param>
public sealed record HeldFiles(IReadOnlyList<HeldFile> Files, long More, long Quarantined)
{
    /// <summary>Combines the results of a dry poll with the files that the ledger already lists as waiting.</summary>
    /// <param name="report">The report of the dry poll.</param>
    /// <param name="most">The maximum number of files; at least 1.</param>
    /// <exception cref="LedgerException">The ledger does not answer.</exception>
    public static async Task<HeldFiles> ReadAsync(PollReport report, JobLedger ledger, int most, CancellationToken cancellationToken)
    {
        var isPaused = await ledger.Upkeep.PausedAsync(report.Job, cancellationToken).ConfigureAwait(false) is not null;
        var changes = report.Folders.SelectMany(folder => (folder.Plan?.Changes ?? []).Select(change => (folder.Folder, Change: change)))
            .ToList();
        var changed = changes.Where(one => one.Change.After.State.IsWaiting()).ToList();
        var known = changes.Where(one => one.Change.Before is { } before && before.State.IsWaiting())
            .Select(one => (one.Folder, one.Change.After.Name)).ToHashSet();
        var unreadable = report.Folders.SelectMany(folder => (folder.Plan?.Unreadable ?? []).Select(file => (folder.Folder, File: file)))
            .ToList();
        known.UnionWith(unreadable.Where(one => one.File.IsWaiting).Select(one => (one.Folder, one.File.Name)));
        // The poll does not report unchanged files, so the reasons why they wait are read from the ledger.
        var waiting = await ledger.Report.WaitingAsync(report.Job, most + known.Count, cancellationToken).ConfigureAwait(false);
        var counts = (await ledger.Report.CountsAsync(cancellationToken).ConfigureAwait(false)).Where(count => count.Job == report.Job)
            .ToList();
        var all = changed.Count + report.Folders.Sum(folder => folder.Plan?.UnreadableCount ?? 0)
            + counts.Where(count => count.State.IsWaiting()).Sum(count => count.Files) - known.Count;
        var files = changed.Select(one => Of(report, one.Folder, one.Change.After, isPaused))
            .Concat(unreadable.Select(
                one => new HeldFile(one.Folder, one.File.Name, one.File.Size,
                    $"cannot be read: the listing shows no read permission ({SafeText.Escape(one.File.Permissions)})")))
            .Concat(waiting.Where(file => !known.Contains((file.Folder, file.Name)))
                .Select(file => new HeldFile(file.Folder, file.Name, file.Size, file.Why(report.Finished))))
            .Take(most).ToList();
        return new HeldFiles(files, Math.Max(0, all - files.Count),
            counts.Where(count => count.State is FileState.Failed or FileState.Quarantined).Sum(count => count.Files));
    }

    private static HeldFile Of(PollReport report, string folder, KnownFile file, bool isPaused)
    {
        var waiting = new WaitingFile
        {
            Folder = folder,
            Name = file.Name,
            Size = file.Size,
            State = file.State,
            Polls = file.Polls,
            Missing = file.Missing,
            Since = file.Since,
            IsPaused = isPaused,
        };
        var isComplete = file is { State: FileState.Queued, Missing: 0 };
        return new HeldFile(folder, file.Name, file.Size, isComplete
            ? $"is complete and would be delivered{(isPaused ? " once its job is resumed" : "")}" : waiting.Why(report.Finished));
    }
}
