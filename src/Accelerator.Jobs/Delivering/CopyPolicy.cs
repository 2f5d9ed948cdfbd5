using System.Text.RegularExpressions;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>Decides about a file that goes from server to server. Pure.</summary>
internal static class CopyPolicy
{
    /// <summary>
    /// Returns the cause of a failure. Replies say what went wrong but not always at which end, so both servers were queried afterwards.
    /// </summary>
    public static CopyBlame Blame(FailureKind kind, CopyFacts facts) => (kind, facts) switch
    {
        (_, { DestinationFailure: not null }) => CopyBlame.Destination,
        (_, { SourceFailure: not null }) => CopyBlame.Source,
        (FailureKind.Disk, _) => CopyBlame.Destination,
        // A file that has appeared under the final name meanwhile is judged at the next try.
        (FailureKind.Usage, { Holding.Final: not null }) => CopyBlame.File,
        (FailureKind.Usage or FailureKind.Tls or FailureKind.Login, _) => CopyBlame.Terms,
        // The source has the file, so the destination refused to store it.
        (FailureKind.NotFound, { IsAtSource: true }) => CopyBlame.Terms,
        (FailureKind.Network or FailureKind.ServerLimit, _) => CopyBlame.Path,
        _ => CopyBlame.File,
    };

    /// <summary>Returns what happens to the file.</summary>
    /// <param name="kind">The kind of failure.</param>
    /// <param name="blame">The cause.</param>
    /// <param name="facts">What both servers report.</param>
    /// <param name="size">The file's bytes.</param>
    /// <param name="attempts">The number of attempts charged so far.</param>
    /// <param name="rule">The maximum number of attempts, and the pauses between them.</param>
    public static DeliveryVerdict Judge(FailureKind kind, CopyBlame blame, CopyFacts facts, long size, int attempts, RetryRule rule)
    {
        if (blame is CopyBlame.Source or CopyBlame.Destination) return new(DeliveryAction.TryAgain, RestsServer: true);
        // The refusal of a name may concern this file only: it is charged and waits, so that the next trial uses another file.
        var isName = kind == FailureKind.NotFound || facts.Holding?.Part == size;
        if (blame == CopyBlame.Terms && !isName) return new(DeliveryAction.TryAgain);
        return DeliveryPolicy.Judge(blame is CopyBlame.Terms or CopyBlame.Path ? FailureKind.Network : kind, attempts, others: true, rule);
    }

    /// <summary>Returns what to do if the destination already has a file of the name.</summary>
    /// <param name="rule">The job's rule.</param>
    /// <param name="isEarlier">Whether an earlier version of the file was delivered under the name.</param>
    /// <param name="likeness">Whether it is equal to the source's file.</param>
    public static ExistingAnswer Judge(ExistingRule rule, bool isEarlier, FxpLikeness likeness) => likeness.IsEqual switch
    {
        true => ExistingAnswer.Settle,
        _ when rule == ExistingRule.Replace => ExistingAnswer.Send,
        null when rule == ExistingRule.Length && !isEarlier => ExistingAnswer.Settle,
        _ => ExistingAnswer.PutAside,
    };
}

/// <summary>The cause of a file not getting from one server to the other.</summary>
internal enum CopyBlame
{
    /// <summary>The file, or the cause is unknown.</summary>
    File,

    /// <summary>The source server.</summary>
    Source,

    /// <summary>The destination server.</summary>
    Destination,

    /// <summary>A setting of one of the servers, or the rights of the login there: other files would fail too.</summary>
    Terms,

    /// <summary>The path between the servers: both answer, but data does not get from one to the other.</summary>
    Path,
}

/// <summary>The next step for a file if the destination has one of the same name.</summary>
internal enum ExistingAnswer
{
    /// <summary>The file at the destination counts as delivered.</summary>
    Settle,

    /// <summary>The file is sent, and replaces the existing one.</summary>
    Send,

    /// <summary>The existing file is not changed: an operator has to decide.</summary>
    PutAside,
}

/// <summary>Why a batch did not complete.</summary>
/// <param name="Blame">The cause, which gets no new files for a while.</param>
/// <param name="Message">One or two sentences.</param>
/// <param name="Reason">The message without the parts that differ between files and tries: an equal reason is not reported again.</param>
internal sealed record CopyFault(CopyBlame Blame, string Message, string Reason)
{
    /// <summary>Creates the fault that a file has met.</summary>
    public static CopyFault Of(CopyBlame blame, string message, Claim claim) => new(blame, message, Regex.Replace(
        message.Replace(claim.Folder, "", StringComparison.Ordinal).Replace(claim.Target, "", StringComparison.Ordinal)
            .Replace(claim.Name, "", StringComparison.Ordinal), "[0-9]+", "", RegexOptions.None, TimeSpan.FromSeconds(1)));
}
