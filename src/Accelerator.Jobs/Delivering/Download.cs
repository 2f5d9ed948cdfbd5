using System.Globalization;
using System.Runtime.CompilerServices;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;
using Accelerator.Jobs.Polling;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Delivers files to this computer: one run at a time (<see cref="DownloadRun"/>), which claims more files while it lasts. A file is
/// claimed only if its disk has room for it.
/// </summary>
/// <param name="faults">The faults that keep this computer from storing files.</param>
internal sealed class Download(ServerContext server, LocalFaults faults, JobTools tools) : IDeliveryStrategy
{
    private static readonly TimeSpan LaterAgain = TimeSpan.FromMinutes(1);

    private readonly ClaimQueue _claims = new(server.Definition.Name, server.Wake, tools);
    private volatile IReadOnlyDictionary<string, JobDefinition> _jobs = new Dictionary<string, JobDefinition>();
    private long _leastFree;
    private volatile bool _isRunning;
    private volatile bool _isWaiting;

    public JobKind Kind => JobKind.Pull;

    public HeldClaims Held => _claims.Held;

    /// <summary>Whether sessions are in use, or a file waits for one.</summary>
    public bool NeedsSessions => _isRunning || _isWaiting;

    public bool Follow(IReadOnlyList<JobDefinition> jobs, long leastFreeSpace)
    {
        (_jobs, _leastFree) = (jobs.ToDictionary(job => job.Name, StringComparer.Ordinal), leastFreeSpace);
        return false;
    }

    public async IAsyncEnumerable<DeliveryWork?> FindAsync([EnumeratorCancellation] CancellationToken cancellationToken)
    {
        if (_isRunning) yield break;
        if (server.MayBegin && await HasSessionAsync(cancellationToken).ConfigureAwait(false)
            && await TakeAsync(1, cancellationToken).ConfigureAwait(false) is [var first])
        {
            _isRunning = true;
            yield return stop => RunAsync(first, stop);
            yield break;
        }
        if (server.MayBegin && server.MostSessions > 0) server.Note(standing => standing.NothingWaits());
        await server.Link.CloseIdleAsync(isOver: false, cancellationToken).ConfigureAwait(false);
    }

    // A claim that waits for a session could go to another node instead.
    private async Task<bool> HasSessionAsync(CancellationToken cancellationToken)
    {
        var name = server.Definition.Name;
        _isWaiting = server.MostSessions == 0
            && await tools.Ledger.Claims.AnyAsync(name, Roomy(_jobs), cancellationToken).ConfigureAwait(false);
        if (_isWaiting) server.SessionWanted.Set();
        return server.MostSessions > 0;
    }

    private async Task RunAsync(HeldClaim first, CancellationToken cancellationToken)
    {
        try
        {
            await TransferAsync(first, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _isRunning = false;
        }
        // After a defect the next run waits for the scheduler's interval instead.
        server.Wake.Set();
    }

    private async Task TransferAsync(HeldClaim first, CancellationToken cancellationToken)
    {
        ServerSessions sessions;
        try
        {
            sessions = await server.Link.TakeAsync(cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            // Also if the run was stopped: the lease of a file that stays held is renewed, so that nothing would queue it again.
            await _claims.ReturnAllAsync().ConfigureAwait(false);
            if (e is not TransferException failure) throw;
            server.Rest(failure.Kind, failure.Message);
            return;
        }
        server.SessionWanted.Set();
        FileResult? incident = null;
        var before = server.Delivered;
        try
        {
            var run = new DownloadRun(server, sessions, _claims, faults, tools) { ClaimAsync = TakeAsync };
            incident = await run.RunAsync(first, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            await server.Link.GiveBackAsync(sessions, isSpent: incident is not null).ConfigureAwait(false);
        }
        if (incident is not null) server.Rest(incident.Failure, incident.Message);
        else server.NoteRun(isUndisturbed: !cancellationToken.IsCancellationRequested, hasDelivered: server.Delivered > before);
    }

    private Task<IReadOnlyList<HeldClaim>> TakeAsync(int most, CancellationToken cancellationToken)
    {
        var (jobs, delivered) = (_jobs, server.Delivered);
        var window = new ClaimWindow(most, long.MaxValue, AtOnce: most);
        return _claims.TakeAsync(Roomy(jobs), faults.ClosedFolders, window, Hold, PrepareAsync, cancellationToken);

        HeldClaim Hold(Claim claim)
        {
            var path = DeliveryItems.TargetOf(claim, tools.Names);
            var tag = tools.Ledger.IsShared && TargetFolder.Covers(jobs[claim.Job], claim.Target) ? LeftParts.TagFor(claim, path) : null;
            return new HeldClaim(claim, jobs[claim.Job], path, delivered) { PartTag = tag };
        }
    }

    private List<string> Roomy(IReadOnlyDictionary<string, JobDefinition> jobs) => [.. jobs.Values.Where(HasRoom).Select(job => job.Name)];

    private bool HasRoom(JobDefinition job) =>
        faults.MayBegin(job.Name, job.Target.Fill(tools.Time.GetUtcNow(), job.Name, server.Definition.Name), _leastFree);

    private async Task<bool> PrepareAsync(HeldClaim held, CancellationToken cancellationToken)
    {
        var (claim, path) = (held.Claim, held.TargetPath);
        if (claim.PreviousPath != path && File.Exists(path))
        {
            await AdoptAsync(held, cancellationToken).ConfigureAwait(false);
            return false;
        }
        if (!faults.Fits(held, _leastFree))
            return await LaterAsync(held, LaterAgain, "The disk has no room for it in addition to the files in progress.",
                cancellationToken).ConfigureAwait(false);
        try
        {
            Directory.CreateDirectory(claim.Target);
            return true;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            var message = $"The folder {claim.Target} could not be made: {e.Message}";
            faults.Failed(held, message);
            return await LaterAsync(held, TimeSpan.Zero, message, cancellationToken).ConfigureAwait(false);
        }
    }

    // After a ledger was lost, a whole archive is already in place. A file with the server's length and time, which a delivery sets, counts
    // as the file.
    private async Task AdoptAsync(HeldClaim held, CancellationToken cancellationToken)
    {
        var (claim, path) = (held.Claim, held.TargetPath);
        if (IsSame(claim, path))
        {
            var result = await new Settler(tools).AdoptAsync(
                held, FileMark.Of(path), "size and time match", cancellationToken).ConfigureAwait(false);
            if (result == VerifiedResult.Recorded) server.Wake.Set();
            if (result != VerifiedResult.NameTaken) return;
        }
        var message = await Settler.WhyTakenAsync(tools.Ledger.Claims, claim, path, cancellationToken).ConfigureAwait(false)
            ?? $"{path} exists, was not delivered by this job and differs from the server's file; it is not replaced. "
            + $"Move it away, then run ftpx job retry {claim.Job}.";
        await _claims.QuarantineAsync(held, "exists", message, cancellationToken).ConfigureAwait(false);
    }

    private static bool IsSame(Claim claim, string path)
    {
        var file = new FileInfo(path);
        return claim.Time is { Length: >= ListedFacts.TimeValDigits } listed && file.Length == claim.Size
            && file.LastWriteTimeUtc.ToString("yyyyMMddHHmmss", CultureInfo.InvariantCulture) == ListedFacts.ToTheSecond(listed);
    }

    private async Task<bool> LaterAsync(HeldClaim held, TimeSpan pause, string error, CancellationToken cancellationToken)
    {
        var notBefore = tools.Time.GetUtcNow() + pause;
        held.IsEnding = true;
        await tools.Ledger.Claims.ReturnAsync(
            held.Claim, notBefore, error, "disk", isCharged: false, cancellationToken).ConfigureAwait(false);
        return false;
    }
}
