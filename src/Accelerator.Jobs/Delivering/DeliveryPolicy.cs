using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// What a failed transfer means. Pure. An outage, a full disk and a stopped service are no fault of a file and cost it no try: else a night
/// without a network would put a thousand files aside.
/// </summary>
internal static class DeliveryPolicy
{
    private static readonly TimeSpan Held = TimeSpan.FromSeconds(30);

    /// <summary>Judges.</summary>
    /// <param name="kind">Why it failed.</param>
    /// <param name="attempts">Tries that were charged before this one.</param>
    /// <param name="others">Whether another file of the same server came through since this one was begun: then the server is
    /// there.</param>
    /// <param name="rule">How often a file is tried.</param>
    public static DeliveryVerdict Judge(FailureKind kind, int attempts, bool others, RetryRule rule)
    {
        ArgumentNullException.ThrowIfNull(rule);
        return kind switch
        {
            FailureKind.Cancelled => new(DeliveryAction.TryAgain),
            // The next look tells whether it is gone or renamed, or still changes.
            FailureKind.NotFound or FailureKind.SourceChanged => new(DeliveryAction.ObserveAgain),
            // As long as the server rests nothing of it is begun, and a look that finds it well ends that: the file itself need not wait.
            FailureKind.Network or FailureKind.ServerLimit when !others => new(DeliveryAction.TryAgain, RestsServer: true),
            FailureKind.Login or FailureKind.Tls => new(DeliveryAction.TryAgain, RestsServer: true),
            FailureKind.Disk => new(DeliveryAction.TryAgain, IsLocal: true),
            // Another run holds its .part, or a program its target.
            FailureKind.Usage => new(DeliveryAction.TryAgain, Held),
            FailureKind.Verification when attempts > 0 => new(DeliveryAction.Quarantine),
            _ => rule.After(attempts + 1) is { } pause
                ? new(DeliveryAction.TryAgain, pause, IsCharged: true) : new(DeliveryAction.Fail, IsCharged: true),
        };
    }
}

/// <summary>What a failure means for a file, and for its server.</summary>
/// <param name="Action">What becomes of the file.</param>
/// <param name="Pause">When it may be tried again.</param>
/// <param name="IsCharged">Whether it was one of the file's tries.</param>
/// <param name="RestsServer">Whether the server is the reason: then nothing is begun there for a while.</param>
/// <param name="IsLocal">Whether this computer is the reason, its disk or a folder's rights: the server does not rest for it.</param>
internal readonly record struct DeliveryVerdict(
    DeliveryAction Action, TimeSpan Pause = default, bool IsCharged = false, bool RestsServer = false, bool IsLocal = false);
