using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>Carries out one plan: the transfer, the verification, the rename.</summary>
internal sealed class FxpPlanRun(FxpRequest request, FxpPlan plan, FxpSite source, FxpSite destination, FxpJournal journal,
    IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>Whether the destination may hold part of the file now.</summary>
    public bool MayHaveLeft { get; private set; }

    /// <summary>Whether the destination's bytes were all stored by this run.</summary>
    public bool IsPartOwn { get; private set; }

    /// <summary>The verification of the copy; null before it has succeeded.</summary>
    public FileVerification? Verified { get; private set; }

    /// <summary>Carries out the plan.</summary>
    /// <param name="held">A session at each server; each is replaced when it ends.</param>
    /// <param name="cancellationToken">Stops it; the bytes that have arrived are kept.</param>
    /// <exception cref="FxpOneStreamException">The servers do not copy this file in segments.</exception>
    /// <exception cref="FtpException">A server refused, failed, was lost or silent.</exception>
    /// <exception cref="TransferException">The copy differs from the file, may not be published, or a server refused the login.</exception>
    public async Task RunAsync(FxpSessionLease held, CancellationToken cancellationToken)
    {
        // An abandoned server may still write to the old partial file of a copy that restarts. Segments remove it beside their logins.
        foreach (var path in plan.Segments is null ? plan.Removes : [])
            await new FxpDestination(held.Destination, time).RemoveAsync(path, cancellationToken).ConfigureAwait(false);
        if (plan.Segments is { NeedsProbe: true })
        {
            await new FxpProbe(request, plan, source, destination, events, time).RunAsync(held, cancellationToken).ConfigureAwait(false);
            await held.HoldAsync(cancellationToken).ConfigureAwait(false);
        }
        var began = time.GetTimestamp();
        if (plan.Segments is not null) await CopySegmentsAsync(held, cancellationToken).ConfigureAwait(false);
        else if (plan.Offset < plan.Size || plan.Size == 0) await CopyStreamAsync(held, cancellationToken).ConfigureAwait(false);
        Verified = await VerifyAsync(held, time.GetElapsedTime(began), cancellationToken).ConfigureAwait(false);
        await held.HoldAsync(cancellationToken).ConfigureAwait(false);
        await PublishAsync(held.Destination, cancellationToken).ConfigureAwait(false);
    }

    private async Task CopySegmentsAsync(FxpSessionLease held, CancellationToken cancellationToken)
    {
        MayHaveLeft = true;
        using var pool = new FxpWorkerPool(request, plan, source, destination, journal, events, time);
        await pool.RunAsync(held, cancellationToken).ConfigureAwait(false);
        await held.HoldAsync(cancellationToken).ConfigureAwait(false);
    }

    private async Task CopyStreamAsync(FxpSessionLease held, CancellationToken cancellationToken)
    {
        await NoteAsync(isInProgress: true, cancellationToken).ConfigureAwait(false);
        MayHaveLeft = true;
        var isDone = false;
        try
        {
            await new FxpStream(request, plan, destination, events, time).CopyAsync(
                held.Source, new FxpDestination(held.Destination, time), cancellationToken).ConfigureAwait(false);
            isDone = true;
        }
        finally
        {
            // A session that still answers has ended its transfer.
            if (!isDone && held.Destination.IsUsable) await NoteAsync(isInProgress: false, CancellationToken.None).ConfigureAwait(false);
        }
        IsPartOwn = plan.Offset == 0;
    }

    // All segments were reported complete and the file is still wrong: do not use segments with this destination.
    private async Task<FileVerification> VerifyAsync(FxpSessionLease held, TimeSpan took, CancellationToken cancellationToken)
    {
        try
        {
            return await new FxpVerifier(request, plan, held.Source, held.Destination).VerifyAsync(
                took, cancellationToken).ConfigureAwait(false);
        }
        catch (Exception e) when (plan.Segments is not null
            && e is FxpException { Step: FxpStep.Data } or TransferException { Kind: FailureKind.Verification })
        {
            throw new FxpOneStreamException(isDestination: true, FxpAdvice.Sentence(e), e);
        }
    }

    private async Task PublishAsync(FtpSession to, CancellationToken cancellationToken)
    {
        if (request.BeforePublish is { } ask)
        {
            var mark = await to.ModifiedAsync(plan.Part, cancellationToken).ConfigureAwait(false);
            await ask(new FxpReady(plan.Item, plan.Part, plan.Size, plan.Modified, Verified!.Value.By, mark),
                cancellationToken).ConfigureAwait(false);
        }
        var final = await new FxpDestination(to, time).RenameAsync(plan.Part, plan.Item.To, cancellationToken).ConfigureAwait(false)
            ?? (await FxpInspector.SizeAsync(to, plan.Item.To, cancellationToken).ConfigureAwait(false)).Size;
        if (final != plan.Size)
            throw new TransferException(
                FailureKind.Network,
                $"{request.Destination.Describe(plan.Item.To)}: the server accepted the rename, "
                    + $"but does not report {plan.Size:N0} bytes for the file. Check whether the server still has {plan.Part}.");
    }

    private Task NoteAsync(bool isInProgress, CancellationToken cancellationToken)
    {
        var record = FxpRecord.Begin(request, plan, time.GetUtcNow()) with { IsInProgress = isInProgress, HadOffset = plan.Offset > 0 };
        return journal.WriteAsync(record, events, cancellationToken);
    }
}

/// <summary>One copy over one data connection, monitored by the size of the growing file at the destination.</summary>
internal sealed class FxpStream(FxpRequest request, FxpPlan plan, FxpSite destination, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>Copies the missing bytes.</summary>
    /// <exception cref="FxpException">The copy did not complete.</exception>
    public async Task CopyAsync(FtpSession from, FxpDestination to, CancellationToken cancellationToken)
    {
        var copy = new FxpCopy
        {
            From = plan.Item.From,
            To = plan.Part,
            Offset = plan.Offset,
            Append = plan.Append,
            Passive = plan.Passive,
            Protection = plan.Protection,
            AtOnce = destination.HasStored,
            Longest = FxpPolicy.Longest(plan.Size - plan.Offset),
        };
        Func<CancellationToken, Task> send = plan.IsRelayed
            ? stop => new FxpRelay(from, to).CopyAsync(copy, stop)
            : stop => new FxpPair(from, to, request.Timeouts, time).CopyAsync(copy, stop);
        await SendAsync(send, copy, cancellationToken).ConfigureAwait(false);
        destination.HasStored = true;
    }

    private async Task SendAsync(Func<CancellationToken, Task> send, FxpCopy copy, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        var meter = new FxpMeter(destination, plan, events, time).HasStalledAsync(stop.Token);
        try
        {
            var copying = send(stop.Token);
            await Task.WhenAny(copying, meter).ConfigureAwait(false);
            if (meter.IsCompletedSuccessfully && await meter.ConfigureAwait(false)) await stop.CancelAsync().ConfigureAwait(false);
            await copying.ConfigureAwait(false);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new FxpException(FxpStep.Data, FxpSide.Destination, null,
                $"{request.Destination.Describe(copy.To)} has not grown for {FxpMeter.Stall.TotalSeconds:0} s, "
                    + "so the transfer was aborted", e) { IsStoring = true };
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await meter.ConfigureAwait(false);
        }
    }
}
