using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Transfers.Finishing;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp.Sessions;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Engine.Fxp;

/// <summary>Copies one file, try after try, until it has its final name or a reason for failure.</summary>
internal sealed class FxpFileRun(FxpRequest request, FxpItem item, FxpSite source, FxpSite destination, FxpLessons lessons,
    IProgress<FxpEvent> events, TimeProvider time)
{
    private readonly long _began = time.GetTimestamp();
    private readonly List<FxpRefusal> _refusals = [];
    private FxpStrategy _strategy = lessons.Strategy;
    private FxpPlan? _plan;
    private long _reused;
    private FxpException? _doubt;
    private FileVerification? _verification;
    private long? _there;
    private bool _mayHaveLeft;
    private FxpJournal? _journal;
    private bool _mayBeHeld;

    /// <summary>Copies the file. Every failure is returned as a result.</summary>
    public async Task<FxpFileResult> RunAsync(CancellationToken cancellationToken)
    {
        try
        {
            cancellationToken.ThrowIfCancellationRequested();
            using var journal = _journal = await FxpJournal.OpenAsync(request, item, time, cancellationToken).ConfigureAwait(false);
            if (journal.Problem is { } problem && lessons.IsNews(problem))
                events.Report(new FxpEvent.Notice(NoticeKind.ResumeRefused, problem));
            while (!await TryAsync(cancellationToken).ConfigureAwait(false))
                await Task.Delay(RetryLimits.Default.Pause(_strategy.Fruitless), time, cancellationToken).ConfigureAwait(false);
            if (_there is { } size) return There(size);
            lessons.Note(_strategy);
            return Result(null, $"{request.Destination.Describe(item.To)} is {_verification!.Value.Text}.");
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

    /// <summary>Queries both servers and plans the file; returns null, and reports an event, where it cannot be copied.</summary>
    public async Task<FxpPlan?> PlanAsync(CancellationToken cancellationToken)
    {
        var held = new FxpSessionLease(source, destination);
        await using var giving = held.ConfigureAwait(false);
        try
        {
            await held.HoldAsync(cancellationToken).ConfigureAwait(false);
            var record = await FxpJournal.PeekAsync(request, item, time, cancellationToken).ConfigureAwait(false);
            var facts = await FxpInspector.InspectAsync(
                request, item, held.Source, held.Destination, cancellationToken).ConfigureAwait(false);
            if (!FxpPlanner.IsThere(request, facts.Size, facts.Modified, facts.FinalSize, facts.FinalModified)) return Plan(facts, record);
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

    // Returns whether the file is done.
    private async Task<bool> TryAsync(CancellationToken cancellationToken)
    {
        var held = new FxpSessionLease(source, destination);
        await using var giving = held.ConfigureAwait(false);
        try
        {
            await held.HoldAsync(cancellationToken).ConfigureAwait(false);
            var facts = await InspectAsync(held, cancellationToken).ConfigureAwait(false);
            if (_plan is null && FxpPlanner.IsThere(request, facts.Size, facts.Modified, facts.FinalSize, facts.FinalModified))
            {
                _there = facts.FinalSize;
            }
            else if (!IsRenamed(facts))
            {
                _plan = Plan(facts, _journal!.Record);
                if (_plan.Seam is { } seam)
                {
                    if (!IsJoined(
                        await FxpSeam.CompareAsync(
                            held.Source, held.Destination, item, _plan.Part, seam, cancellationToken).ConfigureAwait(false)))
                        return false;
                    // The samples were cut short, which not every session survives.
                    await held.HoldAsync(cancellationToken).ConfigureAwait(false);
                }
                await CopyAsync(_plan, held, cancellationToken).ConfigureAwait(false);
            }
            _journal!.Clear();
            return true;
        }
        catch (FxpOneStreamException e)
        {
            if (e.IsDestination) destination.NoteSegments(works: false);
            _strategy = _strategy with { OneStream = true };
            _reused = 0;
            events.Report(new FxpEvent.Notice(NoticeKind.Other, Sentences.Join(e.Message, "It is copied in one stream.")));
            return false;
        }
        catch (FxpException e)
        {
            GoOnAfter(e);
            return false;
        }
        catch (FtpException e)
        {
            if (_strategy.Fruitless == RetryLimits.Default.Most)
                throw new TransferException(FailurePolicy.Judge(e, 0, hasStood: true).Kind, e.Message, e);
            _strategy = _strategy with { Fruitless = _strategy.Fruitless + 1 };
            events.Report(new FxpEvent.Notice(NoticeKind.Retry, e.Message));
            return false;
        }
        catch (TransferException e) when (e.Kind == FailureKind.Verification && _plan is { Offset: > 0 } && !_strategy.Distrust)
        {
            DropWhatIsThere(e.Message);
            return false;
        }
    }

    // A server that was abandoned while it wrote may still be writing: resume only from a size that has stopped changing.
    private async Task<FxpFacts> InspectAsync(FxpSessionLease held, CancellationToken cancellationToken)
    {
        var facts = await FxpInspector.InspectAsync(
            request, _plan is null ? item : item.Unlisted, held.Source, held.Destination, cancellationToken).ConfigureAwait(false);
        if (_journal!.Record is { IsSegmented: true })
            facts = facts
                with { SegmentedSize = (await FxpInspector.SizeAsync(
                    held.Destination, FxpPlanner.SegmentedPartOf(item), cancellationToken).ConfigureAwait(false)).Size };
        if (_journal.Record is not { } record || !record.IsOf(request, item, facts)
            || !FxpPolicy.MayGrow(record, facts.PartSize, TimeSpan.Zero))
            return facts;
        return facts
            with { PartSize = await new FxpStillness(held.Destination, item, record, events, time).WaitAsync(
                facts.PartSize, cancellationToken).ConfigureAwait(false) };
    }

    // The reply to RNTO was lost, but the final name exists.
    private bool IsRenamed(FxpFacts facts) => _verification is not null
        && (_plan!.Segments is null ? facts.PartSize : facts.SegmentedSize) is null && facts.FinalSize == _plan!.Size;

    private FxpPlan Plan(FxpFacts facts, FxpRecord? record)
    {
        facts = facts with { StoresSegments = destination.StoresSegments, SendsRanges = source.SendsRanges };
        if (record?.IsOf(request, item, facts) == true) facts = facts with { Earlier = record };
        else if (record?.IsOfAnother(request, item, facts) == true) _strategy = _strategy with { Distrust = true };
        if (_plan is { } last && (facts.Size != last.Size || !FxpPlanner.IsSameTime(facts.Modified, last.Modified)))
            throw new TransferException(
                FailureKind.SourceChanged,
                $"{request.Source.Describe(item.From)} changed while it was copied. "
                    + $"{Left} If the file is still being written, wait until it is complete.");
        if (_doubt is { } doubt)
        {
            var hasGrown = facts.PartSize > _plan!.Offset;
            if (FxpPolicy.IsHandshake(_plan, _strategy, hasGrown))
                throw new TransferException(FailureKind.Tls, FxpAdvice.ExplainHandshake(request, item, FxpAdvice.Sentence(doubt)), doubt);
            var judged = FxpPolicy.Judge(_strategy, hasGrown);
            if (judged.IsSwapped != _strategy.IsSwapped) _refusals.Add(new FxpRefusal(_strategy.Passive, doubt));
            _strategy = judged;
        }
        _doubt = null;
        if (FxpPlanner.Refusal(request, item, facts, _strategy.Passive) is { } refusal)
            throw new TransferException(refusal.Kind, refusal.Message);
        var plan = FxpPlanner.Plan(request, item, facts, _strategy);
        if (_plan is null) (_reused, _mayBeHeld) = (plan.Segments?.KeptBytes ?? plan.Offset, facts.PartSize is not null);
        events.Report(new FxpEvent.Planned(plan));
        return plan;
    }

    // Where the seam cannot be compared, or its bytes are not distinctive, the hash of the complete file is needed.
    private bool IsJoined(SeamVerdict verdict)
    {
        if (verdict == SeamVerdict.Equal) return true;
        if (verdict != SeamVerdict.Different && _plan!.Hashes.Count > 0)
        {
            _plan = _plan with { MustHash = true };
            return true;
        }
        DropWhatIsThere(verdict == SeamVerdict.Different
            ? $"{request.Destination.Describe(_plan!.Part)} holds other bytes before {_plan.Offset:N0} than the source."
            : $"The bytes before {_plan!.Offset:N0} of {request.Destination.Describe(_plan.Part)} could not be verified "
                + "against the source.");
        return false;
    }

    private void DropWhatIsThere(string why)
    {
        _strategy = _strategy with { Distrust = true, IsPartOwn = false };
        _reused = 0;
        events.Report(new FxpEvent.Notice(NoticeKind.ResumeRefused, $"{why} It is copied from the start."));
    }

    private async Task CopyAsync(FxpPlan plan, FxpSessionLease held, CancellationToken cancellationToken)
    {
        var run = new FxpPlanRun(request, plan, source, destination, _journal!, events, time);
        try
        {
            await run.RunAsync(held, cancellationToken).ConfigureAwait(false);
        }
        finally
        {
            _mayHaveLeft |= run.MayHaveLeft;
            _verification = run.Verified ?? _verification;
            _strategy = _strategy with { IsPartOwn = _strategy.IsPartOwn || run.IsPartOwn };
        }
    }

    private void GoOnAfter(FxpException failure)
    {
        // Before that step the destination has not opened the file.
        _mayHaveLeft = failure.Step >= FxpStep.Open || _strategy.IsPartOwn || _reused > 0;
        var next = FxpPolicy.Next(failure, _strategy, _plan!.Offset, _mayBeHeld);
        // A failure of segments says nothing about the partial file without holes.
        if (_plan.Segments is not null && next is not null) next = next with { IsPartOwn = _strategy.IsPartOwn };
        if (FxpPolicy.KindOf(failure) == FailureKind.Usage && failure.Step != FxpStep.Rename && _refusals.Count < 2)
            _refusals.Add(new FxpRefusal(_strategy.Passive, failure));
        if (next is null) throw new TransferException(IsHeld ? FailureKind.Network : FxpPolicy.KindOf(failure), Explain(failure), failure);
        _doubt = failure.Step == FxpStep.Data && _plan.Segments is null ? failure : null;
        var what = next.IsRelayed != _strategy.IsRelayed ? "The file now passes through this computer."
            : next.IsSwapped != _strategy.IsSwapped ? "The servers swap roles." : "It is tried again.";
        events.Report(new FxpEvent.Notice(NoticeKind.Retry, $"{FxpAdvice.Sentence(failure)} {what}"));
        _strategy = next;
    }

    private string Explain(FxpException failure)
    {
        if (failure.Step == FxpStep.Rename)
            return $"{FxpAdvice.Sentence(failure)} The file is {_verification?.Text ?? "complete"}. "
                + $"It is left as {request.Destination.Describe(_plan!.Part)}: rename it there, "
                + "or ask for the right to rename and replace.";
        if (IsHeld)
            return $"{FxpAdvice.Sentence(failure)} {request.Destination.Describe(_plan!.Part)} was there before this run, "
                + "and the server may still be writing to it for an earlier run: "
                + "check whether it still grows, and copy it again when it does not.";
        if (_refusals.Count > 0 && FxpPolicy.KindOf(failure) == FailureKind.Usage)
            return FxpAdvice.Explain(request, item, _refusals, side => side == FxpSide.Source ? source.Greeting : destination.Greeting);
        var hint = failure is { Step: FxpStep.Command, Side: FxpSide.Destination, Reply.Code: 550 or 553 }
            ? " Check that the folder exists and is writable." : "";
        return $"{request.Source.Describe(item.From)} to {request.Destination.Describe(item.To)}: "
            + $"{FxpAdvice.Sentence(failure)}{hint} {Left}";
    }

    // The destination still holds the file open for an earlier run's transfer.
    private bool IsHeld => _mayBeHeld && _refusals.Count > 0 && _refusals.All(refusal => FxpPolicy.IsSilence(refusal.Failure));

    private FxpFileResult There(long size) =>
        Result(null, $"{request.Destination.Describe(item.To)} exists already, with the source's size and not older.")
            with { Size = size, WasThere = true };

    private FxpFileResult Result(FailureKind? failure, string message) => new()
    {
        Source = request.Source.Describe(item.From),
        Destination = request.Destination.Describe(item.To),
        Failure = failure,
        Message = message,
        Size = _plan?.Size ?? 0,
        BytesSent = failure is null && _plan is { } plan ? plan.BytesToSend : 0,
        BytesReused = _reused,
        Elapsed = time.GetElapsedTime(_began),
        VerifiedBy = failure is null ? _verification?.By ?? "" : "",
        Assurance = failure is null ? _verification?.Assurance : null,
        AssuranceText = failure is null ? _verification?.Text ?? "" : "",
        Passive = _plan?.Passive,
        IsPartLeft = failure is not null && _mayHaveLeft,
    };
}

/// <summary>
/// Waits until a partial file is no longer written. A server may continue a transfer whose client has died (vsftpd checks its control
/// connection only occasionally): the reported size is then out of date at once.
/// </summary>
internal sealed class FxpStillness(FtpSession destination, FxpItem item, FxpRecord record, IProgress<FxpEvent> events, TimeProvider time)
{
    /// <summary>Waits until the size is stable.</summary>
    /// <param name="held">Its size at the last query; null where it does not exist.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>Its size when it was stable, or after <see cref="FxpPolicy.Longest"/>; null where it does not exist.</returns>
    /// <exception cref="FtpException">The session could not be queried.</exception>
    public async Task<long?> WaitAsync(long? held, CancellationToken cancellationToken)
    {
        var (began, since) = (time.GetTimestamp(), time.GetTimestamp());
        var longest = FxpPolicy.Longest(record.Size);
        while (time.GetElapsedTime(began) < longest && FxpPolicy.MayGrow(record, held, time.GetElapsedTime(since)))
        {
            await Task.Delay(FxpPolicy.StillnessInterval, time, cancellationToken).ConfigureAwait(false);
            var (_, now) = await FxpInspector.SizeAsync(destination, FxpPlanner.PartOf(item), cancellationToken).ConfigureAwait(false);
            if (now == held) continue;
            (held, since) = (now, time.GetTimestamp());
            events.Report(new FxpEvent.Progress(item, held ?? 0, record.Size));
        }
        return held;
    }
}
