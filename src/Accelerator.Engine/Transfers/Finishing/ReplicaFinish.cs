using Accelerator.Engine.Ranges;
using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>
/// Finishes a file that received bytes from several sources. If the complete file does not match its hash, the bytes of the further sources
/// are fetched again from the first one, and the comparison identifies the wrong source.
/// </summary>
internal sealed class ReplicaFinish(OpenFile file, TransferRun run)
{
    private TransferSource Primary => file.Item.Sources[0];

    /// <summary>
    /// Whether some bytes come from a source other than the first, including in an earlier run, and have not been fetched again yet.
    /// </summary>
    public bool MayFetchAgain => file.Sources.Pieces is null && file.Chain.Sources is var used
        && (used.Any(source => source > 0) || (used.Contains(Fragment.EarlierRun) && file.Sources.Inherited.Count > 0));

    /// <summary>Fetches the bytes of the other sources again from the first source.</summary>
    /// <param name="why">The mismatch, as the beginning of a sentence.</param>
    /// <param name="cancellationToken">A token to cancel the operation.</param>
    public async Task FetchAgainAsync(string why, CancellationToken cancellationToken)
    {
        file.RaiseDoubt();
        try
        {
            file.Sources.Suspend();
            var pieces = file.Sources.Pieces =
                await ReplicaPieces.ReadAsync(
                    file.Part.Sink, file.Chain.Given(static source => source != 0), cancellationToken).ConfigureAwait(false);
            await file.TakeBackAsync(static source => source != 0).ConfigureAwait(false);
            var who = string.Join(" and ", pieces.Sources.Order().Select(Name));
            run.Notice(NoticeKind.Replica,
                $"{file.Name}: {why}. The {ByteText.Size(pieces.Length)} of {who} are downloaded again from {Primary} to find the wrong "
                    + "source.");
            file.Transfer.TryEnter(FileStage.Finishing, FileStage.Fetching);
        }
        finally
        {
            file.SettleDoubt();
            run.WorkChanged.Set();
        }
    }

    /// <summary>Names the sources whose bytes differ from the first source's, once these have arrived.</summary>
    public async Task CompareAsync(CancellationToken cancellationToken)
    {
        if (file.Sources.Pieces is not { } pieces) return;
        foreach (var (source, offset) in await pieces.DifferingAsync(file.Part.Sink, cancellationToken).ConfigureAwait(false))
        {
            if (source > 0 && !file.Sources.TryEnd(file.Sources[source], ReplicaState.Evicted)) continue;
            run.Notice(NoticeKind.Replica,
                $"{Name(source)} differs from {Primary} within the MiB at offset {offset:N0}; none of its data is in the file.");
        }
    }

    /// <summary>
    /// Requests size and time of trusted sources and of further addresses once more: without a hash this is the only check. Bytes from
    /// changed sources are fetched again. An address that does not answer any more is covered by the first one, which is the same host.
    /// </summary>
    /// <returns>Whether bytes have to be fetched again.</returns>
    public async Task<bool> DropChangedAsync(CancellationToken cancellationToken)
    {
        var used = file.Chain.Sources;
        var unproven = file.Sources.TrustedOf(used);
        var trusted = used.Where(source => source > 0).Select(source => file.Sources[source])
            .Where(replica => replica.State == ReplicaState.SameHost || unproven.Contains(replica.Source.ToString()))
            .Where(replica => replica.State != ReplicaState.SameHost || CanAsk(replica)).ToList();
        if (trusted.Count == 0) return false;
        foreach (var replica in trusted) file.Sources.Recheck(replica);
        run.WorkChanged.Set();
        var began = run.Time.GetTimestamp();
        // Poll with a time limit: whether the sources' streams are still alive is not known here.
        while (true)
        {
            var next = run.WorkChanged.Next;
            if (!trusted.Exists(replica => replica.IsRecheckWanted) || file.IsEnded) break;
            if (run.Time.GetElapsedTime(began) >= run.Request.Timeouts.Reply) break;
            await WakeSignal.WaitAsync(next, TimeSpan.FromMilliseconds(100), run.Time, cancellationToken).ConfigureAwait(false);
            cancellationToken.ThrowIfCancellationRequested();
        }

        var changed = trusted.Where(replica => replica.IsUnchanged is null
            ? replica.State != ReplicaState.SameHost : !replica.IsUnchanged.Value).ToList();
        foreach (var replica in changed)
        {
            var why = replica.IsUnchanged is null
                ? "it could not be checked whether its file is still the same" : "its file changed while it was downloaded";
            await new ReplicaEviction(file, run).EvictAsync(replica, why).ConfigureAwait(false);
        }
        if (changed.Count > 0) file.Transfer.TryEnter(FileStage.Finishing, FileStage.Fetching);
        run.WorkChanged.Set();
        return changed.Count > 0;
    }

    /// <summary>Returns the verification with the trusted sources named, if it is not based on a hash.</summary>
    public FileVerification Mark(FileVerification verification)
    {
        if (verification.IsOfContent) return verification;
        var addresses = file.Chain.Sources.Where(source => source > 0).Select(source => file.Sources[source])
            .Where(replica => replica.State == ReplicaState.SameHost).Select(replica => replica.Source.Address!.ToString()).ToList();
        if (addresses.Count > 0)
            verification = verification with { By = $"{verification.By}, {string.Join(" and ", addresses)} by samples" };
        if (file.Sources.TrustedOf(file.Chain.Sources) is not { Count: > 0 } trusted) return verification;
        return verification with { By = $"{verification.By}, {string.Join(" and ", trusted)} trusted", Trusted = trusted };
    }

    /// <summary>Notifies the user of sources that contributed nothing.</summary>
    public void NotifyUnused()
    {
        // The worker pool has already reported the sources on which no session was ever opened.
        foreach (var replica in file.Sources.TooLate()
            .Where(replica => run.Routes.Any(route => route.Serves(replica.Source) && route.Gate.HasStood)))
            run.Notice(NoticeKind.Replica,
                $"{replica.Source} was not used: the file was complete before this replica was verified.");
    }

    private bool CanAsk(Replica replica) =>
        run.Routes.Any(route => route.Serves(replica.Source) && !route.Breaker.IsOpen && route.Gate.Standing > 0);

    private string Name(int source) => source > 0 ? file.Sources[source].Source.ToString() : "an earlier run";
}
