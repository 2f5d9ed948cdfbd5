using System.Text.RegularExpressions;
using Accelerator.Engine.Fxp;
using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Ledger;

namespace Accelerator.Jobs.Delivering;

/// <summary>What is done about a file that is to go from server to server. Pure.</summary>
internal static class CopyPolicy
{
    /// <summary>
    /// Who is to blame for a failure. Replies say what went wrong and not always at whose end, so both were asked afterwards.
    /// </summary>
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
}

/// <summary>Why a file did not get from one server to the other.</summary>
internal enum CopyBlame
{
    /// <summary>It lies with the file, or nobody can tell.</summary>
    File,

    /// <summary>The server that has the files.</summary>
    Source,

    /// <summary>The server that is to get them.</summary>
    Destination,

    /// <summary>What one of the two is set to, or whoever logs in there may do: other files would meet the same.</summary>
    Terms,

    /// <summary>Both servers answer, and data does not get from one to the other.</summary>
    Path,
}

/// <summary>What becomes of a file of which the destination has one of the same name.</summary>
internal enum ExistingAnswer
{
    /// <summary>It is there: it counts as delivered.</summary>
    Settle,

    /// <summary>It is sent, and replaces what is there.</summary>
    Send,

    /// <summary>What is there is not touched: somebody has to look.</summary>
    PutAside,
}

/// <summary>Why a batch did not come to its end.</summary>
/// <param name="Blame">Who is to be left alone for a while.</param>
/// <param name="Message">One or two sentences.</param>
/// <param name="Reason">The same without what differs from file to file and from try to try: what is the same here need not be told
/// again.</param>
internal sealed record CopyFault(CopyBlame Blame, string Message, string Reason)
{
    /// <summary>One that a file has met.</summary>
    public static CopyFault Of(CopyBlame blame, string message, Claim claim) => new(blame, message, Regex.Replace(
        message.Replace(claim.Folder, "", StringComparison.Ordinal).Replace(claim.Target, "", StringComparison.Ordinal)
            .Replace(claim.Name, "", StringComparison.Ordinal), "[0-9]+", "", RegexOptions.None, TimeSpan.FromSeconds(1)));
}
