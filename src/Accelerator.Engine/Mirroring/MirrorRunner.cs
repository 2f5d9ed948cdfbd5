using System.Runtime;
using Accelerator.Engine.Journals;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Routes;
using Accelerator.Engine.Transfers.Running;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Engine.Mirroring;

/// <summary>
/// Carries out a <see cref="MirrorRequest"/> in two steps over the same sessions: <see cref="PlanAsync"/> lists and compares,
/// <see cref="RunAsync"/> fetches and deletes. In between, the plan can be shown for confirmation.
/// </summary>
public sealed class MirrorRunner : IAsyncDisposable
{
    private const int MostFoldersAtOnce = 8;

    // A mirror into an empty folder will fetch something: open this many sessions beside the listing's before the amount is known.
    private const int FirstSessions = 16;

    private const int CompactedFrom = 20_000;

    private readonly MirrorRequest _request;
    private readonly bool _isDryRun;
    private readonly IProgress<TransferEvent> _events;
    private readonly NameRules _rules;
    private readonly TimeProvider _time;
    private readonly MirrorLock? _lock;
    private readonly RouteSet _routes;
    private readonly SessionWarmer _warmer;
    private readonly long _started;
    private MirrorRecord _record;
    private DateTimeOffset _listed;

    private MirrorRunner(MirrorRequest request, MirrorLock? held, RouteSet routes, IProgress<TransferEvent> events, NameRules rules,
        TimeProvider time)
    {
        _request = request;
        _lock = held;
        _isDryRun = held is null;
        _routes = routes;
        _events = events;
        _rules = rules;
        _time = time;
        _started = time.GetTimestamp();
        _record = new MirrorRecord(rules);
        _warmer = new SessionWarmer(routes.Routes[0], request.Transfer.MostStreams);
    }

    /// <summary>Locks the local folder for this run. Does not connect yet.</summary>
    /// <param name="request">The request.</param>
    /// <param name="isDryRun">Whether only <see cref="PlanAsync"/> will be called: then nothing at all is created or locked.</param>
    /// <param name="events">Receives the events, one call at a time.</param>
    /// <param name="time">Clock.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <exception cref="TransferException">Another run holds the folder (Usage), or it cannot be created (Disk).</exception>
    public static Task<MirrorRunner> OpenAsync(
        MirrorRequest request, bool isDryRun, IProgress<TransferEvent> events, TimeProvider time, CancellationToken cancellationToken) =>
        OpenAsync(request, isDryRun, events, time, OperatingSystem.IsWindows() ? NameRules.Windows : NameRules.Linux, cancellationToken);

    /// <summary>Opens a run with the name rules of another system.</summary>
    internal static async Task<MirrorRunner> OpenAsync(
        MirrorRequest request, bool isDryRun, IProgress<TransferEvent> events, TimeProvider time, NameRules rules,
        CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(request);
        request = request with { TargetRoot = Path.GetFullPath(request.TargetRoot) };
        var held = isDryRun ? null : await TakeAsync(request.TargetRoot, time, cancellationToken).ConfigureAwait(false);
        try
        {
            var addresses = await AddressExpansion.ExpandAsync(
                request.Transfer, request.Source, time, cancellationToken).ConfigureAwait(false);
            request = request with { Source = addresses[0], Replicas = [.. addresses.Skip(1), .. request.Replicas] };
            var routes = await RouteSet.OpenAsync(
                request.Transfer, [request.Source, .. request.Replicas], time, cancellationToken).ConfigureAwait(false);
            return new MirrorRunner(request, held, routes, events, MirrorLock.RulesIn(request.TargetRoot, rules), time);
        }
        catch
        {
            held?.Dispose();
            throw;
        }
    }

    /// <summary>Lists the tree and compares it with the local folder. A folder that cannot be listed is a problem in the plan.</summary>
    /// <exception cref="TransferException">The root could not be listed, or a query for facts missing from the listings failed.</exception>
    public async Task<MirrorPlan> PlanAsync(CancellationToken cancellationToken)
    {
        _listed = _time.GetUtcNow();
        var pump = new EventPump(_events);
        await using var disposal = pump.ConfigureAwait(false);
        var reading = MirrorRecordFile.ReadAsync(_request.TargetRoot, _request.Source, _rules, cancellationToken);
        var (record, problem) = await reading.ConfigureAwait(false);
        _record = record;
        if (problem is not null) ProblemNotices.Notify(problem, pump);

        var draft = new PlanDraft();
        var planner = new MirrorPlanner(
            _request, _rules, record, _listed, draft, FreeSpace.IsFat(Path.Combine(_request.TargetRoot, MirrorLock.Name)));
        var route = _routes.Routes[0];
        var parallel = Math.Clamp(_request.Transfer.MostStreams, 1, MostFoldersAtOnce);
        var walk = new TreeWalk(route, Walk(parallel));
        var isEmpty = !_isDryRun && IsEmpty(_request.TargetRoot);
        var progress = new ListingProgress(() => Sum(walk, draft, isEmpty), _request.Source.ToString(), pump, _time);
        await using (progress.ConfigureAwait(false))
        {
            var walking = new MirrorWalk(walk, _request.Source, _request.TargetRoot, planner, draft, _rules).RunAsync(cancellationToken);
            // After the listing's own session, which must be the first.
            Sum(walk, draft, isEmpty);
            try
            {
                await walking.ConfigureAwait(false);
            }
            catch (TransferException e)
            {
                throw await RootFailure.ExplainAsync(route, _request.Source, e, cancellationToken).ConfigureAwait(false);
            }
            await new MirrorSettler(route, _request, planner, draft, parallel).SettleAsync(cancellationToken).ConfigureAwait(false);
        }
        _warmer.Release();
        record.KeepFolders(folder => Directory.Exists(LocalFolder.PathOf(_request.TargetRoot, folder)));
        if (!_isDryRun) await SaveAsync(pump, isMark: false).ConfigureAwait(false);
        var plan = Guard(draft.Finish(_request.Order));
        ProblemNotices.Notify(plan.Problems, pump);
        var why = await MirrorRoom.WhyNotAsync(plan, _request.TargetRoot, new RouteQuery(route), cancellationToken).ConfigureAwait(false);
        if (why is not { } tooSmall) return plan;
        if (_isDryRun) ProblemNotices.Notify(tooSmall, pump);
        return plan with { RoomRefusal = tooSmall };
    }

    /// <summary>Fetches, then deletes the extras if everything was fetched. To be called once. Failures of files are results.</summary>
    /// <exception cref="TransferException">The plan has a <see cref="MirrorPlan.RoomRefusal"/> (Disk).</exception>
    public async Task<MirrorResult> RunAsync(MirrorPlan plan, CancellationToken cancellationToken)
    {
        ArgumentNullException.ThrowIfNull(plan);
        if (_isDryRun) throw new InvalidOperationException("A dry run only plans.");
        if (plan.RoomRefusal is { } tooSmall) throw new TransferException(FailureKind.Disk, tooSmall);
        foreach (var target in plan.Journalled) await ResumeJournal.DeleteSpentAsync(target, cancellationToken).ConfigureAwait(false);
        if (plan.Fetches.Count >= CompactedFrom) Compact();
        var transfers = new MirrorTransfers(_request, _routes, _record, _listed.UtcDateTime, _rules, _time);
        IReadOnlyList<FileResult> files;
        IReadOnlyList<MirrorProblem> more;
        IReadOnlyList<RouteShare> routes;
        try
        {
            (files, more, routes) = await transfers.RunAsync(plan, _events, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            // Also where the record has nothing to say: without a mark, the mirror of a folder above would delete these files.
            await SaveAsync(_events, isMark: !IsEmpty(_request.TargetRoot)).ConfigureAwait(false);
        }
        var problems = new List<MirrorProblem>(more);
        var whyNot = WhyNotDelete(plan, files, more.Count, cancellationToken.IsCancellationRequested);
        var deleted = whyNot is null && _request.Delete ? Delete(plan, problems, ref whyNot, cancellationToken) : [];
        ProblemNotices.Notify(problems, _events);
        return new MirrorResult
        {
            Plan = plan,
            Files = files,
            Deleted = deleted,
            WhyNotDeleted = whyNot,
            Problems = [.. plan.Problems, .. problems],
            Elapsed = _time.GetElapsedTime(_started),
            Routes = routes,
        };
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        await _warmer.DisposeAsync().ConfigureAwait(false);
        await _routes.DisposeAsync().ConfigureAwait(false);
        _lock?.Dispose();
    }

    private static async Task<MirrorLock> TakeAsync(string root, TimeProvider time, CancellationToken cancellationToken)
    {
        try
        {
            Directory.CreateDirectory(root);
            return await MirrorLock.TakeAsync(root, time, cancellationToken).ConfigureAwait(false);
        }
        catch (StorageException e)
        {
            throw new TransferException(FailureKind.Disk, e.Message, e);
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            var failure = StorageErrors.From(error, "Making the folder", root);
            throw new TransferException(FailureKind.Disk, failure.Message, failure);
        }
    }

    // The listing of 100,000 files leaves 35 MiB of holes among the 85 MiB of the plan, which stays until the end.
    private static void Compact()
    {
        GCSettings.LargeObjectHeapCompactionMode = GCLargeObjectHeapCompactionMode.CompactOnce;
        GC.Collect(GC.MaxGeneration, GCCollectionMode.Forced, blocking: true, compacting: true);
    }

    private static bool IsEmpty(string root)
    {
        try
        {
            return !Directory.Exists(root)
                || Directory.EnumerateFileSystemEntries(root).All(path => MirrorRecordFile.IsOwn(Path.GetFileName(path)));
        }
        catch (Exception error) when (StorageErrors.IsFromDisk(error))
        {
            // The comparison reports the error better.
            return false;
        }
    }

    private WalkRequest Walk(int parallel)
    {
        var want = new WalkRequest { Root = _request.Source.Path, Parallel = parallel,
            MaxDepth = Math.Min(_request.Filter.MaxDepth ?? WalkRequest.DeepestEver, WalkRequest.DeepestEver) };
        return _request.Filter.Exclude.Count == 0 ? want : want with { Enters = folder => _request.Filter.Enters(folder.Text) };
    }

    // A mirror into an empty folder fetches everything seen, unless a filter excludes it: then the plan counts.
    private (long Files, long Bytes) Sum(TreeWalk walk, PlanDraft draft, bool isEmpty)
    {
        var seen = Math.Max(walk.Entries - draft.Folders, draft.FilesSeen);
        if (isEmpty)
            _warmer.Want(Math.Max(_request.Filter == FileFilter.All ? seen : draft.Fetches.Count,
                Math.Max(FirstSessions, _routes.Routes[0].Gate.Proven)));
        return (seen, draft.BytesSeen);
    }

    // With another problem nothing is deleted anyway, and that problem must be solved first.
    private MirrorPlan Guard(MirrorPlan plan) =>
        _request.Delete && plan.Problems.Count == 0 && _request.MaxDelete.WhyNot(plan) is { } refusal
        ? plan with { DeleteRefusal = refusal, Problems = [new MirrorProblem("", FailureKind.Verification, refusal)] }
        : plan;

    private string? WhyNotDelete(MirrorPlan plan, IReadOnlyList<FileResult> files, int notCreated, bool isCancelled)
    {
        // Where not everything was inspected, extras may exist that are unknown.
        if (!_request.Delete || (plan.Extras.Count == 0 && plan.Problems.Count == 0)) return null;
        if (isCancelled) return "Nothing was deleted, because the run was stopped. The same command continues.";
        if (files.Count(file => file.Failure is not null) is > 0 and var failed)
            return $"Nothing was deleted, because {failed:N0} of {files.Count:N0} files could not be downloaded. "
                + "Run the command again when they can be downloaded.";
        if (plan.DeleteRefusal is { } refusal && notCreated == 0) return refusal;
        return plan.Problems.Count > 0 || notCreated > 0
            ? $"Nothing was deleted, because {Obstacle(plan, notCreated)}. Fix the reported problems and run the command again." : null;
    }

    // The sentence does not say where the problems are: a view may show them before it or below it.
    private static string Obstacle(MirrorPlan plan, int notCreated) =>
        notCreated > 0 ? $"{CountText.Of(notCreated, "folder")} could not be created"
        : plan.UnlistedFolders == plan.Problems.Count ? $"{CountText.Of(plan.UnlistedFolders, "folder")} could not be listed"
        : "not everything could be compared reliably";

    private List<MirrorExtra> Delete(MirrorPlan plan, List<MirrorProblem> problems, ref string? whyNot, CancellationToken cancellationToken)
    {
        var deleter = new ExtraDeleter(_request.TargetRoot, _rules);
        var deleted = new List<MirrorExtra>();
        foreach (var extra in plan.Extras)
        {
            if (cancellationToken.IsCancellationRequested)
            {
                whyNot = $"{plan.Extras.Count - deleted.Count - problems.Count:N0} were not deleted, because the run was stopped. "
                    + "The same command continues.";
                break;
            }
            if (deleter.Delete(extra) is { } problem) problems.Add(problem);
            else deleted.Add(extra);
        }
        return deleted;
    }

    private async Task SaveAsync(IProgress<TransferEvent> events, bool isMark)
    {
        try
        {
            await MirrorRecordFile.SaveAsync(_request.TargetRoot, _request.Source, _record, isMark, _time).ConfigureAwait(false);
        }
        catch (StorageException e)
        {
            ProblemNotices.Notify(
                $"The results of this run could not be stored; the next run will query the server again. {e.Message}", events);
        }
    }
}

/// <summary>Reports problems, each once, and only the first of many of one kind: a disk that fails has one for every file.</summary>
internal static class ProblemNotices
{
    private const int MostOfOneKind = 20;

    /// <summary>Reports the problems.</summary>
    public static void Notify(IEnumerable<MirrorProblem> problems, IProgress<TransferEvent> events)
    {
        foreach (var kind in problems.GroupBy(problem => problem.Kind))
        {
            var all = kind.ToList();
            foreach (var problem in all.Take(MostOfOneKind)) Notify(problem.Message, events);
            if (all.Count > MostOfOneKind) Notify($"And {all.Count - MostOfOneKind:N0} more of this kind.", events);
        }
    }

    /// <summary>Reports one sentence.</summary>
    public static void Notify(string sentence, IProgress<TransferEvent> events) =>
        events.Report(new TransferEvent.Notice(NoticeKind.Other, sentence));
}
