using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Engine.Transfers.Scheduling;
using Accelerator.Engine.Transfers.Segments;
using Accelerator.Ftp;

namespace Accelerator.Engine.Transfers.Workers;

/// <summary>
/// Handles a failure at a further source: at worst the source is no longer used. The file continues, because the first source alone can
/// deliver it.
/// </summary>
internal sealed class ReplicaRecovery(
    OpenFile file, Replica replica, HeldSession session, WorkerContext context, Action<Exception, TimeSpan> notifyRetry)
{
    private readonly ReplicaEviction _eviction = new(file, context);

    /// <summary>Returns whether the failure was caused by the source rather than by this computer.</summary>
    public static bool IsOfSource(Exception failure) =>
        failure is FtpException or TransferException or RunRevokedException || RangeFetch.IsDoubt(failure);

    /// <summary>Cleans up after a failure.</summary>
    /// <exception cref="FtpException">The failure itself, if it is to be retried after a pause.</exception>
    public async Task HandleAsync(Exception failure, WorkItem work, CancellationToken cancellationToken)
    {
        switch (failure)
        {
            case RunRevokedException:
                await session.LoseAsync().ConfigureAwait(false);
                break;
            case StartOfFileException e:
                await ProbeAsync(e, cancellationToken).ConfigureAwait(false);
                break;
            case SeamMismatchException { Dispute: null }:
                await _eviction.EvictAsync(
                    replica, $"it sends more than the {file.Length:N0} bytes that it reports with SIZE").ConfigureAwait(false);
                break;
            case SeamMismatchException e:
                Raise(file, e, work, context);
                break;
            case ShortDataException e:
                await CheckUnchangedAsync(e, work, cancellationToken).ConfigureAwait(false);
                break;
            case TransferException e:
                await session.LoseDeadAsync().ConfigureAwait(false);
                _eviction.Refuse(replica, e.Message);
                break;
            default:
                await JudgeAsync(failure, work, cancellationToken).ConfigureAwait(false);
                break;
        }
    }

    /// <summary>
    /// Leaves the decision which of two sources is wrong to the first source's own bytes. Until then the file is in doubt.
    /// </summary>
    public static void Raise(OpenFile file, SeamMismatchException mismatch, WorkItem work, WorkerContext context)
    {
        file.RaiseDoubt();
        file.Sources.Raise(mismatch, work.Run?.Generation ?? file.Queue.Generation);
        context.WorkChanged.Set();
    }

    // A second offset distinguishes a server that ignores REST from a file that repeats itself.
    private async Task ProbeAsync(StartOfFileException suspicion, CancellationToken cancellationToken)
    {
        byte[] sample = [];
        try
        {
            sample = await SeamProbe.ReadAsync(await session.UseAsync(cancellationToken).ConfigureAwait(false), replica.Source.Path,
                suspicion.ProbeOffset, SeamSample.Length, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException)
        {
            // The suspicion is not refuted.
        }
        if (sample.Length > 0 && !sample.AsSpan().SequenceEqual(file.Chain.FileHead)) file.Chain.RepeatsItsHead = true;
        else await _eviction.EvictAsync(replica, $"it {MismatchHandler.IgnoresRest}").ConfigureAwait(false);
    }

    private async Task CheckUnchangedAsync(ShortDataException failure, WorkItem work, CancellationToken cancellationToken)
    {
        RemoteIdentity? now = null;
        try
        {
            now = await SourceInspector.IdentifyAsync(await session.UseAsync(cancellationToken).ConfigureAwait(false), replica.Source,
                isRepeat: true, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (e is FtpException or TransferException)
        {
            // Treated as changed: the origin of its bytes cannot be determined.
        }
        if (now == replica.Facts?.Identity)
            await RetryAsync(new FtpConnectionException(FtpStage.Data, failure.Message, failure), work,
                cancellationToken).ConfigureAwait(false);
        else
            await _eviction.EvictAsync(replica, "the file there changed or was removed while it was downloaded").ConfigureAwait(false);
    }

    private async Task JudgeAsync(Exception failure, WorkItem work, CancellationToken cancellationToken)
    {
        var verdict = session.Judge(failure);
        if (verdict.Action == FailureAction.LowerCeiling)
        {
            if (await session.LoseToLimitAsync(failure).ConfigureAwait(false))
                await RetryAsync(failure, work, cancellationToken).ConfigureAwait(false);
            return;
        }
        await session.LoseDeadAsync().ConfigureAwait(false);
        var isRefusal = failure is FtpReplyException reply && work.Run is { Start: > 0 } && FailurePolicy.RefusesToRestart(reply);
        if (isRefusal || verdict.Action is FailureAction.GiveUp or FailureAction.WithoutRest) _eviction.Refuse(replica, failure.Message);
        else await RetryAsync(failure, work, cancellationToken).ConfigureAwait(false);
    }

    private async Task RetryAsync(Exception failure, WorkItem work, CancellationToken cancellationToken)
    {
        await session.LoseDeadAsync().ConfigureAwait(false);
        var isFruitless = work.Run is not { } run || run.Position == run.Start;
        if (file.Sources.CountTry(replica, isFruitless))
        {
            _eviction.Refuse(replica, $"{FileSources.MostFruitless + 1} tries in a row delivered no data. The last one: {failure.Message}");
            return;
        }
        if (isFruitless) throw failure;
        notifyRetry(failure, TimeSpan.Zero);
        await RetryPipeline.PauseBrieflyAsync(context.Time, cancellationToken).ConfigureAwait(false);
    }
}
