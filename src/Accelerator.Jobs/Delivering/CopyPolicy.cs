using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>What is done about a file that is to go from server to server. Pure.</summary>
internal static class CopyPolicy
{
    /// <summary>Who is to blame for a failure. Replies say what went wrong and not always at whose end, so both were asked afterwards.</summary>
    public static CopyBlame Blame(FailureKind kind, CopyFacts facts) => (kind, facts) switch
    {
        (_, { DestinationFailure: not null }) => CopyBlame.Destination,
        (_, { SourceFailure: not null }) => CopyBlame.Source,
        (FailureKind.Disk, _) => CopyBlame.Destination,
        // A file that has come to be there under the final name meanwhile is judged at the next try.
        (FailureKind.Usage, { Holding.Final: not null }) => CopyBlame.File,
        (FailureKind.Usage or FailureKind.Tls or FailureKind.Login, _) => CopyBlame.Terms,
        // Nothing is missing at the source: the destination refused to store.
        (FailureKind.NotFound, { IsAtSource: true }) => CopyBlame.Terms,
        (FailureKind.Network or FailureKind.ServerLimit, _) => CopyBlame.Path,
        _ => CopyBlame.File,
    };

    /// <summary>What becomes of the file itself.</summary>
    /// <param name="kind">Why it failed.</param>
    /// <param name="blame">Who is to blame.</param>
    /// <param name="facts">What both servers say.</param>
    /// <param name="size">Its bytes.</param>
    /// <param name="attempts">Tries that were charged before.</param>
    /// <param name="rule">How often it is tried.</param>
    public static DeliveryVerdict Judge(FailureKind kind, CopyBlame blame, CopyFacts facts, long size, int attempts, RetryRule rule)
    {
        if (blame is CopyBlame.Source or CopyBlame.Destination) return new(DeliveryAction.TryAgain, RestsServer: true);
        // Where a name is refused, this one alone may be: it is charged and waits, so that the next trial is another file's.
        var isName = kind == FailureKind.NotFound || facts.Holding?.Part == size;
        if (blame == CopyBlame.Terms && !isName) return new(DeliveryAction.TryAgain);
        return DeliveryPolicy.Judge(blame is CopyBlame.Terms or CopyBlame.Path ? FailureKind.Network : kind, attempts, others: true, rule);
    }

    /// <summary>What is done where the destination has a file of the name.</summary>
    /// <param name="rule">What the job says.</param>
    /// <param name="isEarlier">Whether an earlier version of the file was delivered under the name.</param>
    /// <param name="likeness">Whether it is the source's file.</param>
    public static ExistingAnswer Judge(ExistingRule rule, bool isEarlier, FxpLikeness likeness) => likeness.IsEqual switch
    {
        true => ExistingAnswer.Settle,
        _ when rule == ExistingRule.Replace => ExistingAnswer.Send,
        null when rule == ExistingRule.Length && !isEarlier => ExistingAnswer.Settle,
        _ => ExistingAnswer.PutAside,
    };

    /// <summary>Whether a rename that was intended before a crash took place. A rename leaves a file's time: that is its mark. Where the server tells none the missing partial file has to do.</summary>
    public static bool IsRenamed(VerifiedFile intent, FxpHolding holding) =>
        holding.Final == intent.Size && (intent.FileMark.Length > 0 && holding.FinalModified is { } time ? time == intent.FileMark : holding.Part is null);
}
