using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Listings;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Polling;

/// <summary>Polls every folder of a job once, and writes the changes to the ledger.</summary>
/// <param name="listing">Lists folders on the server.</param>
/// <param name="ledger">The known folders and files.</param>
/// <param name="rules">The rules for local names.</param>
public sealed class JobPoll(JobDefinition job, ListingRunner listing, FolderLedger ledger, NameRules rules, TimeProvider time)
{
    /// <summary>Whether nothing is written, and the poll only reports the changes. Default false.</summary>
    public bool IsDry { get; init; }

    /// <summary>
    /// Returns whether the job file has a job of this name, and if a server is given, at the server of this name. A folder of names that
    /// are not current is taken over if it has the same target: the job was renamed. Default: every name counts as current.
    /// </summary>
    public Func<string, string?, bool> IsCurrent { get; init; } = static (_, _) => true;

    /// <summary>Called for each folder when it is done.</summary>
    public Action<FolderReport> Done { get; init; } = static _ => { };

    /// <summary>Runs the poll.</summary>
    /// <exception cref="LedgerException">The ledger cannot be read or written.</exception>
    public async Task<PollReport> RunAsync(CancellationToken cancellationToken)
    {
        var started = time.GetUtcNow();
        var reports = new List<FolderReport>();
        foreach (var template in job.Folders)
        {
            foreach (var dated in template.Expand(started, job.LookBack, job.Name, job.Server.Name))
            {
                var target = TargetFolder.At(job, dated.Date);
                await foreach (var report in PollAsync(dated, target, template.IsDated, cancellationToken).ConfigureAwait(false))
                {
                    reports.Add(report);
                    Done(report);
                }
                // An unreachable server is not queried for each folder.
                if (reports is [.., { IsOfServer: true }])
                    return new PollReport(job.Name, started, time.GetUtcNow(), reports);
            }
        }
        return new PollReport(job.Name, started, time.GetUtcNow(), reports);
    }

    private async IAsyncEnumerable<FolderReport> PollAsync(DatedPath dated, string target, bool isDated,
        [System.Runtime.CompilerServices.EnumeratorCancellation] CancellationToken cancellationToken)
    {
        var root = FtpPath.FromText(dated.Path, FtpCharsets.Utf8);
        if (job.Filter.MaxDepth is 0)
        {
            yield return await ListAsync(root, target, isDated ? dated : null, cancellationToken).ConfigureAwait(false);
            yield break;
        }
        var walk = new WalkRequest { Root = root, MaxDepth = job.Filter.MaxDepth ?? WalkRequest.DeepestEver,
            Enters = folder => job.Filter.Enters(folder.Text), Parallel = 1 };
        await foreach (var folder in listing.WalkAsync(walk, cancellationToken).ConfigureAwait(false))
        {
            if (folder.Problem is { } problem)
            {
                var known = isDated && folder.Depth == 0
                    ? await ledger.FindAsync(job.Name, job.Server.Name, RemoteText.Of(folder.Path), cancellationToken).ConfigureAwait(false)
                    : null;
                yield return new FolderReport(
                    RemoteText.Of(folder.Path), null, isDated && folder.Depth == 0 ? Judge(problem, dated, known) : problem);
                continue;
            }
            var poll = await BeginAsync(folder.Path, TargetFolder.Below(job, target, folder.Relative, rules),
                folder.Relative.IsEmpty ? "" : folder.Relative.Text + "/", cancellationToken).ConfigureAwait(false);
            foreach (var entry in folder.Entries) poll.Planner.See(entry);
            yield return await EndAsync(poll, folder.Path, folder.Outcome!, cancellationToken).ConfigureAwait(false);
        }
    }

    // Entries are compared as they come: for a folder of a hundred thousand files only the known files are kept in memory.
    private async Task<FolderReport> ListAsync(FtpPath path, string target, DatedPath? dated, CancellationToken cancellationToken)
    {
        var poll = await BeginAsync(path, target, "", cancellationToken).ConfigureAwait(false);
        try
        {
            var outcome = await listing.ListAsync(
                path,
                entry =>
                {
                    poll.Planner.See(entry);
                    return ValueTask.CompletedTask;
                },
                cancellationToken).ConfigureAwait(false);
            return await EndAsync(poll, path, outcome, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e)
        {
            var problem = dated is null ? e : Judge(e, dated, poll.Folder);
            await NoteAsync(poll, isComplete: false, 0, problem?.Message ?? "The folder does not exist.",
                cancellationToken).ConfigureAwait(false);
            return new FolderReport(RemoteText.Of(path), null, problem) { Earlier = poll.Folder.Earlier };
        }
    }

    // Returns null for a folder that may be missing.
    private TransferException? Judge(TransferException problem, DatedPath dated, KnownFolder? known)
    {
        if (problem.Kind != FailureKind.NotFound) return problem;
        return MissingFolderPolicy.Problem(job, dated, known?.LastCompletePoll, time.GetUtcNow()) is { } why
            ? new TransferException(FailureKind.NotFound, why, problem) : null;
    }

    private async Task<FolderPoll> BeginAsync(FtpPath path, string target, string below, CancellationToken cancellationToken)
    {
        var now = time.GetUtcNow();
        var folder = IsDry
            ? await ledger.FindAsync(job.Name, job.Server.Name, RemoteText.Of(path), target, IsCurrent, cancellationToken)
                .ConfigureAwait(false) ?? new KnownFolder(0, null, 0, 0, target)
            : await ledger.OpenAsync(
                job.Name, job.Server.Name, RemoteText.Of(path), target, IsCurrent, cancellationToken).ConfigureAwait(false);
        var known = new Dictionary<string, KnownFile?>(checked((int)Math.Min(folder.Entries, 1 << 20)), StringComparer.Ordinal);
        await foreach (var file in ledger.ReadAsync(folder.Id, cancellationToken).ConfigureAwait(false)) known.Add(file.Name, file);
        return new FolderPoll(folder, now, new PollPlanner(job, folder, below, known, now));
    }

    private async Task<FolderReport> EndAsync(FolderPoll poll, FtpPath path, ListingOutcome outcome, CancellationToken cancellationToken)
    {
        var failure = await AskAsync(poll.Planner, path, cancellationToken).ConfigureAwait(false);
        var plan = poll.Planner.End(outcome);
        if (failure is not null) plan = plan.Noting(failure);
        if (!IsDry)
        {
            if (job.Kind == JobKind.Pull)
                await new Leftovers(rules, time).DeleteAsync(poll.Folder, plan.Changes, cancellationToken).ConfigureAwait(false);
            await ledger.ApplyAsync(poll.Folder.Id, plan.Changes, cancellationToken).ConfigureAwait(false);
            await NoteAsync(poll, plan.IsComplete, plan.Listed, plan.Note, cancellationToken).ConfigureAwait(false);
        }
        return new FolderReport(RemoteText.Of(path), plan, null) { Earlier = poll.Folder.Earlier };
    }

    // Queries that fail now are repeated at the next poll.
    private async Task<string?> AskAsync(PollPlanner planner, FtpPath path, CancellationToken cancellationToken)
    {
        try
        {
            foreach (var question in planner.Questions)
                planner.Answer(question, await listing.ModifiedAsync(path.Child(question.Name), cancellationToken).ConfigureAwait(false));
            return null;
        }
        catch (TransferException e)
        {
            return e.Message;
        }
    }

    private async Task NoteAsync(FolderPoll poll, bool isComplete, long entries, string? note, CancellationToken cancellationToken)
    {
        if (!IsDry)
            await ledger.EndAsync(poll.Folder.Id, new PollEnd(poll.Started, time.GetUtcNow(), isComplete, entries, note),
                cancellationToken).ConfigureAwait(false);
    }

    private sealed record FolderPoll(KnownFolder Folder, DateTimeOffset Started, PollPlanner Planner);
}
