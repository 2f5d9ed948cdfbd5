using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;

namespace Accelerator.Engine.Transfers;

/// <summary>
/// The end of a file that several sources gave bytes of. Where the whole is not what its hash says, what the further ones gave comes once
/// more from the first one, and the comparison names who was wrong.
/// </summary>
internal sealed class ReplicaFinish(OpenFile file, TransferRun run)
{
    private TransferSource Primary => file.Item.Sources[0];

    /// <summary>
    /// Whether some bytes are of another source than the first, be it in an earlier run, and have not been fetched again yet.
    /// </summary>
    public bool MayFetchAgain => file.Sources.Pieces is null && file.Chain.Sources is var used
        && (used.Any(source => source > 0) || (used.Contains(Fragment.EarlierRun) && file.Sources.Inherited.Count > 0));

    /// <summary>Fetches what the others gave once more from the first source.</summary>
    /// <param name="why">The beginning of a sentence: what did not fit.</param>
    /// <param name="cancellationToken">Stops it.</param>
    public async Task FetchAgainAsync(string why, CancellationToken cancellationToken)
    {
        file.RaiseDoubt();
        try
        {
            file.Sources.Suspend();
            var pieces = file.Sources.Pieces =
                await ReplicaPieces.ReadAsync(
                    file.Part.Sink, file.Chain.Given(static source => source != 0), cancellationToken).ConfigureAwait(false);
            await file.TakeBackAsync(static source => source != 0, cancellationToken).ConfigureAwait(false);
            var who = string.Join(" and ", pieces.Sources.Order().Select(Name));
            run.Notice(NoticeKind.Replica,
                $"{file.Name}: {why}. The {pieces.Length:N0} bytes of {who} are fetched again from {Primary}, to see who was wrong.");
            file.Transfer.TryEnter(FileStage.Finishing, FileStage.Fetching);
        }
        finally
        {
            file.SettleDoubt();
            run.WorkChanged.Set();
        }
    }

    /// <summary>Names those whose bytes were others than the first source's, once these are there.</summary>
    public async Task CompareAsync(CancellationToken cancellationToken)
    {
        if (file.Sources.Pieces is not { } pieces) return;
        foreach (var (source, offset) in await pieces.DifferingAsync(file.Part.Sink, cancellationToken).ConfigureAwait(false))
        {
            if (source > 0 && !file.Sources.TryEnd(file.Sources[source], ReplicaState.Evicted)) continue;
            run.Notice(NoticeKind.Replica,
                $"{Name(source)} differs from {Primary} within the MiB at offset {offset:N0}; none of its bytes is in the file.");
        }
    }

    /// <summary>
    /// Asks trusted sources once more for size and time: where no hash tells, that is all there is. What changed ones gave is fetched
    /// again.
    /// </summary>
    /// <returns>Whether bytes have to be fetched again.</returns>
    public async Task<bool> DropChangedAsync(CancellationToken cancellationToken)
    {
        var used = file.Chain.Sources;
        var unproven = file.Sources.TrustedOf(used);
        var trusted = used.Where(source => source > 0).Select(source => file.Sources[source])
            .Where(replica => unproven.Contains(replica.Source.ToString())).ToList();
        if (trusted.Count == 0) return false;
        foreach (var replica in trusted) file.Sources.Recheck(replica);
        run.WorkChanged.Set();
        var began = run.Time.GetTimestamp();
        // Whether its streams live, nobody knows here.
        while (true)
        {
            var next = run.WorkChanged.Next;
            if (!trusted.Exists(replica => replica.IsRecheckWanted) || file.IsEnded) break;
            if (run.Time.GetElapsedTime(began) >= run.Request.Timeouts.Reply) break;
            await WakeSignal.WaitAsync(next, TimeSpan.FromMilliseconds(100), run.Time, cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }

        var changed = trusted.Where(replica => replica.IsUnchanged != true).ToList();
        foreach (var replica in changed)
        {
            var why = replica.IsUnchanged is null
                ? "it could not be asked whether its file is still the same" : "its file changed while it was fetched";
            await new ReplicaEviction(file, run).EvictAsync(replica, why, cancellationToken).ConfigureAwait(false);
        }
        if (changed.Count > 0) file.Transfer.TryEnter(FileStage.Finishing, FileStage.Fetching);
        run.WorkChanged.Set();
        return changed.Count > 0;
    }

    /// <summary>The proof with those named that were trusted, where no hash says more.</summary>
    public FileVerification Mark(FileVerification verification)
    {
        if (verification.IsOfContent || file.Sources.TrustedOf(file.Chain.Sources) is not { Count: > 0 } trusted) return verification;
        return verification with { By = $"{verification.By}, {string.Join(" and ", trusted)} trusted", Trusted = trusted };
    }

    /// <summary>Tells of those that were of no use.</summary>
    public void NotifyUnused()
    {
        // Of one by which nobody ever got in the crew has told why.
        foreach (var replica in file.Sources.TooLate()
            .Where(replica => run.Routes.Any(route => route.Serves(replica.Source) && route.Gate.HasStood)))
            run.Notice(NoticeKind.Replica,
                $"{replica.Source} was not used: the file was complete before it had shown that it holds the same.");
    }

    private string Name(int source) => source > 0 ? file.Sources[source].Source.ToString() : "an earlier run";
}
