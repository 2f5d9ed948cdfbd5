using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sessions;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Transfers.Files;
using Accelerator.Engine.Transfers.Preparing;
using Accelerator.Engine.Transfers.Sampling;
using Accelerator.Ftp;
using Accelerator.Ftp.Sessions;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Finishes a file whose bytes are complete: settles the seams that were not compared, checks whether the remote file is still the same,
/// hashes where requested, and publishes. The final name appears only at the very end.
/// </summary>
internal sealed class FileFinisher(OpenFile file, TransferSource source, FtpSession session, TransferRun run)
{
    private static readonly FileVerification ByLength =
        new("length") { Checks = new ConsistencyChecks(["size"], ConsistencyChecks.NotAsked) };

    // One text for all: the results of a mirror stay in memory until its end.
    private static readonly FileVerification AtOnce = ByLength with { Known = ByLength.Text };

    private readonly ReplicaFinish _replicas = new(file, run);

    /// <summary>Verifies a file that came at once (<see cref="OpenFile.CameAtOnce"/>), without a query to the server.</summary>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    /// <returns>How it was verified; null if it has ended, because its given digest differs.</returns>
    public async ValueTask<FileVerification?> VerifyAtOnceAsync(CancellationToken cancellationToken)
    {
        if (file.Plan.Verify.Given is null) return AtOnce;
        var verifier = new HashVerifier(file, source, file.Transfer.MetadataProbe, session, run);
        try
        {
            return await verifier.VerifyAsync(isWhole: true, file.Transfer.Elapsed, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException e) when (verifier.Other is { } digest)
        {
            await FileEnding.OtherAsync(file, digest, e.Message, run).ConfigureAwait(false);
            return null;
        }
    }

    /// <summary>Verifies and publishes the file, or ends it with the reason why not.</summary>
    /// <param name="cancellationToken">Stops the queries to the server.</param>
    /// <param name="stop">Also stops the publication, which needs no server.</param>
    public async Task RunAsync(CancellationToken cancellationToken, CancellationToken stop)
    {
        var began = run.Time.GetTimestamp();
        var generation = file.Queue.Generation;
        var transferTime = file.Transfer.Elapsed;
        await SettleSeamsAsync(cancellationToken).ConfigureAwait(false);
        var sampler = new FileSampler(file, source, run);
        var answers = await AskAgainAsync(sampler.ExpectsHash(transferTime)
            ? null : await sampler.PrepareAsync(cancellationToken).ConfigureAwait(false), cancellationToken).ConfigureAwait(false);
        if (answers.Identity != Known(file, answers.Identity))
            await FileEnding.ChangedAsync(file, answers.Identity, run).ConfigureAwait(false);
        else if (answers.Samples is { } samples) await sampler.JudgeAsync(samples).ConfigureAwait(false);
        if (file.IsEnded) return;

        if (file.Plan.IsSizeListed && file.FoundLength != file.Length && !await VerifyLengthAsync(cancellationToken).ConfigureAwait(false))
        {
            await FileEnding.UnlistAsync(
                file, $"the data does not end at byte {file.Length:N0}, the size that the listing reports", run).ConfigureAwait(false);
            return;
        }
        var isWhole = await IsWholeAsync(cancellationToken).ConfigureAwait(false);
        await _replicas.CompareAsync(cancellationToken).ConfigureAwait(false);
        var verifier = new HashVerifier(file, source, answers, session, run);
        FileVerification? verification;
        try
        {
            verification = await verifier.VerifyAsync(isWhole, transferTime, cancellationToken).ConfigureAwait(false);
        }
        catch (TransferException) when (verifier.FoundMismatch && _replicas.MayFetchAgain)
        {
            await _replicas.FetchAgainAsync("the content does not match its hash", cancellationToken).ConfigureAwait(false);
            return;
        }
        catch (TransferException e) when (verifier.Other is { } digest)
        {
            await FileEnding.OtherAsync(file, digest, e.Message, run).ConfigureAwait(false);
            return;
        }
        if (verification is null && _replicas.MayFetchAgain)
        {
            await _replicas.FetchAgainAsync("its ranges could not be verified against each other", cancellationToken).ConfigureAwait(false);
            return;
        }
        if (verification is null)
        {
            file.Transfer.TryEnter(FileStage.Finishing, FileStage.Fetching);
            await new MismatchHandler(file, generation, run).GoSingleAsync(
                "its ranges could not be verified against each other", restRefuted: false, cancellationToken).ConfigureAwait(false);
            return;
        }
        if (!verification.Value.IsOfContent && await _replicas.DropChangedAsync(cancellationToken).ConfigureAwait(false)) return;
        // A hash was expected, but could not be obtained.
        if (!verification.Value.IsOfContent && !sampler.WasPrepared
            && await sampler.PrepareAsync(cancellationToken).ConfigureAwait(false) is { } late)
            await sampler.JudgeAsync((await AskAgainAsync(late, cancellationToken).ConfigureAwait(false)).Samples!).ConfigureAwait(false);
        if (file.IsEnded) return;
        _replicas.NotifyUnused();
        await new FilePublication(
            file, source, _replicas.Mark(verification.Value), began, run).RunAsync(stop).ConfigureAwait(false);
    }

    // Both written and verified: a stream whose write failed releases its range just before it ends the file.
    private async ValueTask<bool> IsWholeAsync(CancellationToken cancellationToken)
    {
        // Ranges of an earlier run count as verified whatever their seams show.
        if (file.Chain.Unsettled().Count > 0) return false;
        if (file.Plan.Identity.Size is null)
        {
            return file.Map.IsWritten(new ByteRange(0, file.Length))
                && await VerifyEndAsync(cancellationToken).ConfigureAwait(false);
        }
        if (file.Plan.Part is null) return file.Map.IsWritten(new ByteRange(0, file.Length)) && file.Map.IsVerified;
        return file.Map.IsWritten(file.Map.Wanted)
            && (file.Map.IsVerified || await VerifyRestAsync(cancellationToken).ConfigureAwait(false));
    }

    // A part from byte 0 is fetched without the end of the file, and where all its bytes are equal, no seam shows whether offsets are
    // honoured. A read that begins 64 KiB before the end and ends with the file shows it.
    private async Task<bool> VerifyRestAsync(CancellationToken cancellationToken)
    {
        if (file.Length <= SeamSample.Length || file.IsRestRefuted || file.Map.First > 0) return false;
        if (await ReadEndAsync(SeamSample.Length, cancellationToken).ConfigureAwait(false) is not { } fetched) return false;
        file.Receipts.Add(fetched.Length);
        if (fetched.Length != SeamSample.Length) return false;
        file.Chain.ShowRest(file.Item.Sources.ToList().IndexOf(source));
        file.Chain.AcceptFlatSeams();
        return file.Map.IsVerified;
    }

    /// <summary>
    /// Returns the file as it was found, to be compared with its present state. If the listing reported no time, the time is not compared.
    /// The size and time of a small file come from the listing: each is compared only if the server also reports it by command, and the
    /// time to the second.
    /// </summary>
    public static RemoteIdentity Known(OpenFile file, RemoteIdentity now)
    {
        var then = file.Plan.Identity;
        if (file.Item.Listed is not null && then.Modified is null) then = then with { Modified = now.Modified };
        if (!file.Transfer.IsSmall) return then;
        var isOtherTime = now.Modified is { } time && ListedFacts.ToTheSecond(time) != ListedFacts.ToTheSecond(then.Modified!);
        return then with { Size = now.Size is null ? null : then.Size, Modified = isOtherTime ? then.Modified : now.Modified };
    }

    // Streams that have nothing left to fetch share the queries with this one: with enough of them, all queries take one round trip.
    private async Task<MetadataProbe> AskAgainAsync(SampleQueue? samples, CancellationToken cancellationToken)
    {
        var probe = file.Transfer.Recheck = file.Transfer.MetadataProbe.Again(samples);
        run.WorkChanged.Set();
        while (true)
        {
            var next = run.WorkChanged.Next;
            if (probe.IsComplete || file.IsEnded) break;
            cancellationToken.ThrowIfCancellationRequested();
            // Streams with an open data connection read samples a round trip sooner; what is left then, this one reads.
            if (probe.HasOnlySamples) await session.PrepareAsync(isBulk: false, cancellationToken).ConfigureAwait(false);
            if (probe.TryTake(urgentOnly: false) is { } question)
                await probe.QueryAsync(question, session, cancellationToken).ConfigureAwait(false);
            else await WakeSignal.WaitAsync(next, TimeSpan.FromMilliseconds(100), run.Time, cancellationToken).ConfigureAwait(false);
        }
        return probe;
    }

    private async Task SettleSeamsAsync(CancellationToken cancellationToken)
    {
        foreach (var (lower, upper) in file.Chain.Unsettled())
        {
            var from = Math.Max(lower.Start, upper.Start - SeamSample.Length);
            var to = Math.Min(upper.End, upper.Start + SeamSample.Length);
            var stored = new byte[checked((int)(to - from))];
            await file.Part.Sink.ReadAsync(from, stored, cancellationToken).ConfigureAwait(false);
            var fetched = await SeamProbe.ReadAsync(session, source.Path, from, stored.Length, cancellationToken).ConfigureAwait(false);
            file.Receipts.Add(fetched.Length);
            if (file.Chain.Settle(lower, upper, stored, fetched.Length == stored.Length ? fetched : []) != SeamVerdict.Different) continue;
            // Otherwise another stream could finish the file while this one asks for the cause.
            file.RaiseDoubt();
            throw new SeamMismatchException(
                upper.Start, lower.IsRestored || upper.IsRestored, restIgnored: false, Dispute(lower, upper, from, stored));
        }
        file.Chain.AcceptFlatSeams();
    }

    private static SeamDispute Dispute(Fragment lower, Fragment upper, long from, byte[] stored)
    {
        var below = checked((int)(upper.Start - from));
        return new(new SeamClaim(lower.Source, from, stored[..below]), new SeamClaim(upper.Source, upper.Start, stored[below..]));
    }

    // A stream that was lost and continued left an overlap, which may show nothing because its bytes repeat.
    private async Task<bool> VerifyEndAsync(CancellationToken cancellationToken)
    {
        if (!await VerifyLengthAsync(cancellationToken).ConfigureAwait(false)) return false;
        file.Chain.ShowRest();
        file.Chain.AcceptFlatSeams();
        return file.Map.FirstUnproven >= file.Length;
    }

    // The server reported no size: the end of the data is accepted when REST to just before it returns exactly the last bytes again, and no
    // more. A short file is fetched once more completely: the same bytes and the same end, twice.
    private async Task<bool> VerifyLengthAsync(CancellationToken cancellationToken)
    {
        var length = file.Length;
        if (length == 0) return true;
        var tail = checked((int)Math.Min(SeamSample.Length, length));
        var stored = new byte[tail];
        await file.Part.Sink.ReadAsync(length - tail, stored, cancellationToken).ConfigureAwait(false);
        return await ReadEndAsync(tail, cancellationToken).ConfigureAwait(false) is { } fetched && fetched.AsSpan().SequenceEqual(stored);
    }

    private bool IsRefusedAgain(FtpReplyException failure) =>
        FailurePolicy.RefusesOffsetForNow(failure) && file.Transfer.FailureBudget.IsOffsetRefused();

    // The last bytes of the file, and one more if the server has it; null if it refuses to send them. After a temporary refusal they are
    // requested once more.
    private async Task<byte[]?> ReadEndAsync(int length, CancellationToken cancellationToken)
    {
        try
        {
            return await SeamProbe.ReadAsync(
                session, source.Path, file.Length - length, length + 1, cancellationToken).ConfigureAwait(false);
        }
        catch (FtpReplyException e) when (e is { SessionUsable: true, Reply.IsPermanentRefusal: true } || IsRefusedAgain(e))
        {
            return null;
        }
    }
}
