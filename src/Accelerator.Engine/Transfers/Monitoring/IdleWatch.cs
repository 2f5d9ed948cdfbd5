using Accelerator.Engine.Journals;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Scheduling;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Ends a run whose servers no longer send anything. Each wait has its own limit, but tries that each use up theirs add up to ten minutes.
/// </summary>
internal sealed class IdleWatch(WorkerContext context)
{
    private long _progress = -1;
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
    public void Check(long progress)
    {
        var (open, _, unbegun) = context.Files.Snapshot();
        // A first login and a completed plan count as progress too.
        progress += context.Routes.Count(route => route.Gate.HasStood) + open.Count(file => file.Stage >= FileStage.Fetching);
        var now = context.Time.GetTimestamp();
        if (progress != _progress || IsBusyHere(open) || IsHeldBack(open)
            || (unbegun.Count == 0 && open.All(static file => file.Stage == FileStage.Ended)))
        {
            (_progress, _since) = (progress, now);
            return;
        }
        if (Limit is not { } limit || context.Time.GetElapsedTime(_since, now) < limit) return;
        HasAsked = open.Any(static file => file.Open?.Queue.IsIdle == false);
        IsOver = true;
    }

    /// <summary>Returns the message for a file that is incomplete at the end of the run.</summary>
    /// <param name="name">The file.</param>
    public string Sentence(string name) =>
        $"{name}: the server has sent nothing for {Limit?.TotalSeconds:0.#} s{(HasAsked ? " after RETR" : "")}, the limit of --max-idle. "
            + "Try again later; give a longer --max-idle if the server needs more time, for example to load files from tape.";

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
