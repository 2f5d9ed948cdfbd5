using Accelerator.Engine.Sources;
using Accelerator.Engine.Storage;
using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Finishing;

/// <summary>Ends the use of a further source, and notifies the user.</summary>
internal sealed class ReplicaEviction(OpenFile file, TransferRun run)
{
    /// <summary>
    /// Evicts a source that holds another file: ends its streams, discards its bytes, and lets the other sources fetch them.
    /// </summary>
    /// <param name="replica">The source.</param>
    /// <param name="why">The end of a sentence that begins with the name of the source.</param>
    public async Task EvictAsync(Replica replica, string why)
    {
        // A stream that finds nothing left to fetch meanwhile must not take the file for complete.
        file.RaiseDoubt();
        try
        {
            if (!file.Sources.TryEnd(replica, ReplicaState.Evicted)) return;
            var bytes = await file.TakeBackAsync(source => source == replica.Index).ConfigureAwait(false);
            var again = bytes == 0 ? "It had delivered no data." : $"The {ByteText.Size(bytes)} that it delivered are downloaded again.";
            run.Notice(NoticeKind.Replica, $"{replica.Source} is no longer used: {why.TrimEnd('.')}. {again}");
        }
        finally
        {
            file.SettleDoubt();
            run.WorkChanged.Set();
        }
    }

    /// <summary>
    /// Stops using a source that cannot deliver the missing data. Its bytes stay: it was admitted by the same verification as before.
    /// </summary>
    public void Refuse(Replica replica, string why)
    {
        var isUsed = file.Sources.Runs.HasAny(source => source == replica.Index) || file.Chain.Sources.Contains(replica.Index);
        if (!file.Sources.TryEnd(replica, ReplicaState.Refused)) return;
        run.Notice(NoticeKind.Replica, $"{replica.Source} is {(isUsed ? "no longer used" : "not used")}: {why.TrimEnd('.')}.");
        run.WorkChanged.Set();
    }
}
