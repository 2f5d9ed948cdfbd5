using Accelerator.Engine.Transfers;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Fxp;

/// <summary>One file, try after try, up to its final name or the reason why it has none.</summary>
internal sealed class FxpFileRun(FxpRequest request, FxpItem item, FxpSite source, FxpSite destination, IProgress<FxpEvent> events, TimeProvider time)
{
    private readonly long _began = time.GetTimestamp();
    private readonly List<FxpRefusal> _refusals = [];
    private FxpWay _way = new(request.Passive);
    private FxpPlan? _plan;
    private long _reused;
    private FxpException? _inDoubt;
    private string? _proof;
    private long? _there;
    private bool _mayHaveLeft;
    private bool _mayBeHeld;

    /// <summary>Copies the file. Whatever goes wrong is a result.</summary>
    public async Task<FxpFileResult> RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            while (!await TryAsync(cancellationToken).ConfigureAwait(false)) await Task.Delay(FxpPolicy.Pause(_way.Fruitless), time, cancellationToken).ConfigureAwait(false);
            if (_there is { } size) return There(size);
            return Result(null, $"{request.Destination.Describe(item.To)} is complete, proven by {_proof}.");
        }
        catch (OperationCanceledException) when (cancellationToken.IsCancellationRequested)
        {
            return Result(FailureKind.Cancelled, $"Stopped. {Left}");
        }
        catch (TransferException e)
        {
            return Result(e.Kind, e.Message);
        }
        catch (ArgumentException e)
        {
            return Result(FailureKind.Usage, e.Message);
        }
    }

    /// <summary>Asks both servers and plans the file; null, and an event, where it cannot be copied.</summary>
    public async Task<FxpPlan?> PlanAsync(CancellationToken cancellationToken)
    {
        var held = new FxpRental(source, destination);
        await using var giving = held.ConfigureAwait(false);
        try
        {
            await held.HoldAsync(cancellationToken).ConfigureAwait(false);
            var facts = await FxpInspector.LookAsync(request, item, held.Source, held.Destination, cancellationToken).ConfigureAwait(false);
            if (!FxpPlanner.IsThere(request, facts.Size, facts.Modified, facts.FinalSize, facts.FinalModified)) return Plan(facts);
            events.Report(new FxpEvent.Finished(There(facts.FinalSize!.Value)));
            return null;
        }
        catch (Exception e) when (e is TransferException or FtpException)
        {
            var kind = (e as TransferException)?.Kind ?? FailurePolicy.Judge(e, 0, hasStood: true).Kind;
            events.Report(new FxpEvent.Finished(Result(kind, e.Message)));
            return null;
        }
    }

    private string Left => !_mayHaveLeft ? "Nothing was sent." : $"What has arrived is in {request.Destination.Describe(_plan!.Part)}.";

    // Whether it is done.
    private async Task<bool> TryAsync(CancellationToken cancellationToken)
    {
        var held = new FxpRental(source, destination);
        await using var giving = held.ConfigureAwait(false);
        try
        {
            await held.HoldAsync(cancellationToken).ConfigureAwait(false);
            var facts = await FxpInspector.LookAsync(request, _plan is null ? item : item.Unlisted, held.Source, held.Destination, cancellationToken).ConfigureAwait(false);
            if (IsRenamed(facts)) return true;
            if (_plan is null && FxpPlanner.IsThere(request, facts.Size, facts.Modified, facts.FinalSize, facts.FinalModified))
            {
                _there = facts.FinalSize;
                return true;
            }
            _plan = Plan(facts);
            if (_plan.Seam is { } seam)
            {
                if (!IsJoined(await FxpSeam.CompareAsync(held.Source, held.Destination, _plan, seam, cancellationToken).ConfigureAwait(false))) return false;
                // The samples were cut short, which not every session survives.
                await held.HoldAsync(cancellationToken).ConfigureAwait(false);
            }
            await CopyAsync(_plan, held.Source, held.Destination, cancellationToken).ConfigureAwait(false);
            return true;
        }
        catch (FxpException e)
        {
            GoOnAfter(e);
            return false;
        }
        catch (FtpException e)
        {
            if (_way.Fruitless == FxpPolicy.MostFruitless) throw new TransferException(FailurePolicy.Judge(e, 0, hasStood: true).Kind, e.Message, e);
            _way = _way with { Fruitless = _way.Fruitless + 1 };
            events.Report(new FxpEvent.Notice(NoticeKind.Retry, e.Message));
            return false;
        }
        catch (TransferException e) when (e.Kind == FailureKind.Verification && _plan is { Offset: > 0 } && !_way.Distrust)
        {
            DropWhatIsThere(e.Message);
            return false;
        }
    }

    // The answer to RNTO was lost, and the name is there.
    private bool IsRenamed(FxpFacts facts) => _proof is not null && facts.PartSize is null && facts.FinalSize == _plan!.Size;

    private FxpPlan Plan(FxpFacts facts)
    {
        if (_plan is { } last && (facts.Size != last.Size || !FxpPlanner.IsSameTime(facts.Modified, last.Modified)))
            throw new TransferException(FailureKind.SourceChanged, $"{request.Source.Describe(item.From)} changed while it was copied. {Left} If the file is still being written, wait until it is complete.");
        if (_inDoubt is { } failure)
        {
            var judged = FxpPolicy.Judge(_way, facts.PartSize > _plan!.Offset);
            if (judged.IsSwapped != _way.IsSwapped) _refusals.Add(new FxpRefusal(_way.Passive, failure));
            _way = judged;
        }
        _inDoubt = null;
        if (FxpPlanner.Refusal(request, item, facts, _way.Passive) is { } refusal) throw new TransferException(refusal.Kind, refusal.Message);
        var plan = FxpPlanner.Plan(request, item, facts, _way);
        if (_plan is null) (_reused, _mayBeHeld) = (plan.Offset, facts.PartSize is not null);
        events.Report(new FxpEvent.Planned(plan));
        return plan;
    }

    // What cannot be compared, or says nothing, needs the hash of the whole: the partial file is this run's own, or the plan asks for it anyway.
    private bool IsJoined(SeamVerdict verdict)
    {
        if (verdict == SeamVerdict.Equal || (verdict != SeamVerdict.Different && _plan!.Hashes.Count > 0)) return true;
        DropWhatIsThere(verdict == SeamVerdict.Different
            ? $"{request.Destination.Describe(_plan!.Part)} holds other bytes before {_plan.Offset:N0} than the source."
            : $"The bytes before {_plan!.Offset:N0} of {request.Destination.Describe(_plan.Part)} do not show that they are the source's.");
        return false;
    }

    private void DropWhatIsThere(string why)
    {
        _way = _way with { Distrust = true, IsPartOwn = false };
        _reused = 0;
        events.Report(new FxpEvent.Notice(NoticeKind.ResumeRefused, $"{why} It is copied from the start."));
    }

    private async Task CopyAsync(FxpPlan plan, FtpSession from, FtpSession to, CancellationToken cancellationToken)
    {
        var receiver = new FxpDestination(to, time);
        var began = time.GetTimestamp();
        if (plan.Offset < plan.Size || plan.Size == 0)
        {
            var copy = new FxpCopy
            {
                From = item.From,
                To = plan.Part,
                Offset = plan.Offset,
                Append = plan.Append,
                Passive = plan.Passive,
                Protection = plan.Protection,
                AtOnce = destination.HasStored,
                Longest = FxpPolicy.Longest(plan.Size - plan.Offset),
            };
            await SendAsync(new FxpPair(from, receiver, request.Timeouts, time), copy, cancellationToken).ConfigureAwait(false);
            destination.HasStored = true;
            _way = _way with { IsPartOwn = _way.IsPartOwn || plan.Offset == 0 };
        }
        _proof = await new FxpVerifier(request, plan, from, to).ProveAsync(time.GetElapsedTime(began), cancellationToken).ConfigureAwait(false);
        var final = await receiver.RenameAsync(plan.Part, item.To, cancellationToken).ConfigureAwait(false)
            ?? (await FxpInspector.SizeAsync(to, item.To, cancellationToken).ConfigureAwait(false)).Size;
        if (final != plan.Size)
            throw new TransferException(FailureKind.Network, $"{request.Destination.Describe(item.To)}: the server took the new name, and does not show the {plan.Size:N0} bytes under it. Look there for {plan.Part}.");
    }

    private async Task SendAsync(FxpPair pair, FxpCopy copy, CancellationToken cancellationToken)
    {
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellationToken);
        _mayHaveLeft = true;
        var meter = new FxpMeter(destination, _plan!, events, time).HasStalledAsync(stop.Token);
        try
        {
            var copying = pair.CopyAsync(copy, stop.Token);
            await Task.WhenAny(copying, meter).ConfigureAwait(false);
            if (meter.IsCompletedSuccessfully && await meter.ConfigureAwait(false)) await stop.CancelAsync().ConfigureAwait(false);
            await copying.ConfigureAwait(false);
        }
        catch (OperationCanceledException e) when (!cancellationToken.IsCancellationRequested)
        {
            throw new FxpException(FxpStep.Data, FxpSide.Destination, null, $"{request.Destination.Describe(copy.To)} has not grown for {FxpMeter.Stall.TotalSeconds:0} s, and both servers were told to stop", e) { IsStoring = true };
        }
        finally
        {
            await stop.CancelAsync().ConfigureAwait(false);
            await meter.ConfigureAwait(false);
        }
    }

    private void GoOnAfter(FxpException failure)
    {
        // Before that the destination has not opened the file.
        _mayHaveLeft = failure.Step >= FxpStep.Open || _way.IsPartOwn || _reused > 0;
        var next = FxpPolicy.Next(failure, _way, _plan!.Offset, _mayBeHeld);
        if (FxpPolicy.KindOf(failure) == FailureKind.Usage && failure.Step != FxpStep.Rename && _refusals.Count < 2) _refusals.Add(new FxpRefusal(_way.Passive, failure));
        if (next is null) throw new TransferException(IsHeld ? FailureKind.Network : FxpPolicy.KindOf(failure), Explain(failure), failure);
        _inDoubt = failure.Step == FxpStep.Data ? failure : null;
        var what = next.IsSwapped != _way.IsSwapped ? "The servers exchange their parts." : "It is tried again.";
        events.Report(new FxpEvent.Notice(NoticeKind.Retry, $"{Sentence(failure)} {what}"));
        _way = next;
    }

    private string Explain(FxpException failure)
    {
        if (failure.Step == FxpStep.Rename)
            return $"{Sentence(failure)} The file is whole and proven by {_proof}, and is left as {request.Destination.Describe(_plan!.Part)}: rename it there, or ask for the right to rename and replace.";
        if (IsHeld)
            return $"{Sentence(failure)} {request.Destination.Describe(_plan!.Part)} was there before this run, and the server may still write to it for an earlier one, which it has not given up: look whether it grows, and run this again when it does not.";
        if (_refusals.Count > 0 && FxpPolicy.KindOf(failure) == FailureKind.Usage)
            return FxpAdvice.Explain(request, item, _refusals, side => side == FxpSide.Source ? source.Greeting : destination.Greeting);
        var hint = failure is { Step: FxpStep.Command, Side: FxpSide.Destination, Reply.Code: 550 or 553 } ? " Look whether the folder is there and may be written to." : "";
        return $"{request.Source.Describe(item.From)} to {request.Destination.Describe(item.To)}: {Sentence(failure)}{hint} {Left}";
    }

    // An earlier run's transfer, of which the destination has not let go.
    private bool IsHeld => _mayBeHeld && _refusals.Count > 0 && _refusals.All(refusal => FxpPolicy.IsSilence(refusal.Failure));

    // Some servers end their sentences with a full stop.
    private static string Sentence(Exception failure) => failure.Message.TrimEnd('.') + ".";

    private FxpFileResult There(long size) => Result(null, $"{request.Destination.Describe(item.To)} is there already, as long as the source's and not older.") with { Size = size, WasThere = true };

    private FxpFileResult Result(FailureKind? failure, string message) => new()
    {
        Source = request.Source.Describe(item.From),
        Destination = request.Destination.Describe(item.To),
        Failure = failure,
        Message = message,
        Size = _plan?.Size ?? 0,
        BytesSent = failure is null && _plan is { } plan ? plan.Size - plan.Offset : 0,
        BytesReused = _reused,
        Elapsed = time.GetElapsedTime(_began),
        ProvenBy = failure is null ? _proof ?? "" : "",
        Passive = _plan?.Passive,
        IsPartLeft = failure is not null && _mayHaveLeft,
    };
}
