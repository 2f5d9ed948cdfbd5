using Accelerator.Engine.Journals;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Ends a run whose servers no longer send anything. Each wait has its own limit, but tries that each use up theirs add up to ten minutes.
/// The first files that are silent for so long end alone: only the answer to a request for another file tells whether they or the server
/// are the cause.
/// </summary>
internal sealed class IdleWatch(WorkerContext context)
{
    // Files requested since the last progress.
    private readonly HashSet<FileTransfer> _asked = [];
    private long _progress = -1;
    private long _arrived = -1;
    private long _since;

    /// <summary>
    /// Gets how long a run may go without a new byte: the requested limit, else the limits for a first byte and for a reply together, 90 s,
    /// or as long as the requested retries may take; null for no limit. A single connection that is lost silently uses up the first-byte
    /// limit before another one takes its range.
    /// </summary>
    public TimeSpan? Limit { get; } = context.Request.MaxIdle ?? context.Request.Retries.MaxIdle(context.Request.Timeouts);

    /// <summary>Whether the run was ended by <see cref="Check"/>.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Whether a server had accepted RETR by then.</summary>
    public bool HasAsked { get; private set; }

    /// <summary>Checks the run; called a few times a second.</summary>
    /// <param name="progress">A number that changes with every byte in place and every file that ends.</param>
    /// <returns>The files to end because they alone may be silent.</returns>
    public IReadOnlyCollection<FileTransfer> Check(long progress)
    {
        var (open, ended, unbegun) = context.Files.Snapshot();
        // A first login and a completed plan count as progress too.
        progress += context.Routes.Count(route => route.Gate.HasStood) + open.Count(file => file.Stage >= FileStage.Fetching);
        var now = context.Time.GetTimestamp();
        if (progress != _progress || IsBusyHere(open) || IsHeldBack(open)
            || (unbegun.Count == 0 && open.All(static file => file.Stage == FileStage.Ended)))
        {
            (_progress, _since) = (progress, now);
            _asked.Clear();
            return [];
        }
        _asked.UnionWith(open.Where(static file => file.Open?.Queue.IsIdle == false));
        if (Limit is not { } limit || context.Time.GetElapsedTime(_since, now) < limit) return [];
        HasAsked = _asked.Count > 0;
        var arrived = ended.Arrived + ended.Fetched + open.Sum(static file => file.BytesFetched);
        var mayBeAlone = HasAsked && arrived != _arrived
            && (unbegun.Count > 0 || Array.Exists(open, file => file.Stage != FileStage.Ended && !_asked.Contains(file)));
        _arrived = arrived;
        IsOver = !mayBeAlone;
        if (IsOver) return [];
        FileTransfer[] silent = [.. _asked];
        _asked.Clear();
        _since = now;
        return silent;
    }

    /// <summary>Returns the message for a file that was requested, or for one of a run in which none was.</summary>
    /// <param name="name">The file.</param>
    public string Sentence(string name) =>
        $"{name}: the server has sent nothing for {Limit?.TotalSeconds:0.#} s{(HasAsked ? " after RETR" : "")}, the limit of --max-idle. "
            + "Try again later; give a longer --max-idle if the server needs more time, for example to load files from tape.";

    /// <summary>Returns the message for a file that is incomplete at the end of the run.</summary>
    /// <param name="file">The file; null for one that was not begun.</param>
    /// <param name="name">Its name.</param>
    public string Sentence(FileTransfer? file, string name) =>
        !HasAsked || (file is not null && _asked.Contains(file)) ? Sentence(name)
            : $"{name} was not requested: the server has sent nothing for {Limit?.TotalSeconds:0.#} s after RETR of other files, "
                + "the limit of --max-idle. Try again later.";

    // Comparing stored bytes of an earlier run, hashing, flushing, publishing and waiting for the reader of an output are local work, and a
    // server hash has its own limit.
    private bool IsBusyHere(FileTransfer[] files) =>
        context.Blocks.IsExhausted || Array.Exists(files, static file =>
            file is { Stage: FileStage.Opening, Part: not null } or { Open.Output.IsWriting: true }
            || (file.Stage == FileStage.Finishing && file.Recheck is null or { IsComplete: true })
            || (file.Open is { Checkpointer: not null } open && open.Map.UnflushedBytes >= CheckpointLimits.Default.UnflushedBytes));

    // Held back by the user's rate limit, by a session budget, or by the cool-down of a full server.
    private bool IsHeldBack(FileTransfer[] files) =>
        context.Request.SessionBudget is { ForStreams: 0 }
        || context.Routes.Any(static route => route.Gate is { Standing: 0, Refusals: > 0 })
        || Array.Exists(files, static file => file.Open is { } open && Array.Exists(open.Queue.Runs(), static run => run.IsHeldBack));
}
