using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Monitoring;

/// <summary>
/// Ends a transfer that has fallen silent while others flow, so that another stream fetches its range: the tail of a file never waits for
/// one dead connection. The stall limit of <see cref="FtpTimeouts.Stall"/>, which must allow for a server that pauses completely, applies
/// when all are silent.
/// </summary>
internal sealed class StallWatch(WorkerContext context)
{
    // Ranges whose first byte was given up waiting for. Each once: the next stream that requests it waits the full FirstByte time, in case
    // the server fetches it from tape.
    private readonly HashSet<(OpenFile File, long Start)> _unanswered = [];

    // The share of the user's limit: 2.5 s of the default of 10. A lost packet whose retransmission is lost too causes 1.2 s of silence.
    private const double Share = 0.25;

    /// <summary>Checks every run; called a few times a second.</summary>
    /// <param name="roundTrip">R of the path.</param>
    public void Check(TimeSpan roundTrip)
    {
        var least = Share * context.Request.Timeouts.Stall;
        var limit = least > 10 * roundTrip ? least : 10 * roundTrip;
        var now = context.Time.GetTimestamp();
        foreach (var file in context.Files.Fetching())
        {
            if (file.Queue.Runs() is not { Length: > 0 } runs) continue;
            foreach (var run in runs.Where(run => IsUnanswered(file, run, now) && run.IsAsked() && _unanswered.Add((file, run.Start))))
            {
                context.Notify(StreamEventKind.Stalled, run.Slot, file.Transfer, run);
                run.Abort?.Invoke(new FtpTimeoutException(FtpStage.Data, context.Request.Timeouts.Stall,
                    $"RETR at offset {run.Start:N0}: no data arrived for {context.Request.Timeouts.Stall.TotalSeconds:0.#} s, "
                        + "while other ranges of the file arrived."));
            }
            foreach (var run in runs)
            {
                if (!IsSilent(run, now, limit) || runs.All(other => other == run || IsSilent(other, now, limit / 4))) continue;
                context.Notify(StreamEventKind.Stalled, run.Slot, file.Transfer, run);
                run.Abort?.Invoke(new FtpTimeoutException(FtpStage.Data, limit,
                    $"RETR at offset {run.Start:N0}: no data arrived for {limit.TotalSeconds:0.#} s while other streams received."));
            }
        }
    }

    // Only after the file's first byte: before it, all ranges wait for the same tape.
    private bool IsUnanswered(OpenFile file, SegmentRun run, long now) => run is { IsHeldBack: false, FirstByteAt: 0 }
        && file.Receipts.FirstByteAt is not 0 and var first
        && context.Time.GetElapsedTime(Math.Max(first, run.Started), now) > context.Request.Timeouts.Stall;

    private bool IsSilent(SegmentRun run, long now, TimeSpan limit) =>
        run is { IsHeldBack: false, LastByteAt: not 0 } && context.Time.GetElapsedTime(run.LastByteAt, now) > limit;
}
