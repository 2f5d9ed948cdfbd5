using Accelerator.Engine.Transfers;
using Accelerator.Jobs.Definitions;

namespace Accelerator.Jobs.Delivering;

/// <summary>
/// Decides what a failed transfer means. Pure. An outage, a full disk and a stopped service are not the fault of a file and cost it no try:
/// otherwise a night without a network would quarantine a thousand files.
/// </summary>
internal static class DeliveryPolicy
{
    private static readonly TimeSpan Held = TimeSpan.FromSeconds(30);

    /// <summary>Returns the verdict on a failure.</summary>
    /// <param name="kind">Why it failed.</param>
    /// <param name="attempts">Tries that were charged before this one.</param>
    /// <param name="others">Whether another file of the same server was delivered since this one was started: then the server is
    /// up.</param>
    /// <param name="rule">How often a file is tried.</param>
    public static DeliveryVerdict Judge(FailureKind kind, int attempts, bool others, RetryRule rule) => kind switch
    {
        FailureKind.Cancelled => new(DeliveryAction.TryAgain),
        // The next poll tells whether the file is gone or renamed, or still changes. A file that stays listed as it was, and is refused
        // each time, is charged: a server may list what it does not give.
        FailureKind.NotFound or FailureKind.SourceChanged => rule.After(attempts + 1) is { } wait
            ? new(DeliveryAction.ObserveAgain, wait, IsCharged: true) : new(DeliveryAction.Quarantine, IsCharged: true),
        // Nothing is started while the server rests, and a successful poll ends the rest: the file itself need not wait.
        FailureKind.Network or FailureKind.ServerLimit when !others => new(DeliveryAction.TryAgain, RestsServer: true),
        FailureKind.Login or FailureKind.Tls => new(DeliveryAction.TryAgain, RestsServer: true),
        FailureKind.Disk => new(DeliveryAction.TryAgain, IsLocal: true),
        // Another run holds its .part, or a program holds its target.
        FailureKind.Usage => new(DeliveryAction.TryAgain, Held),
        FailureKind.Verification when attempts > 0 => new(DeliveryAction.Quarantine),
        _ => rule.After(attempts + 1) is { } pause
            ? new(DeliveryAction.TryAgain, pause, IsCharged: true) : new(DeliveryAction.Fail, IsCharged: true),
    };
}

/// <summary>The consequence of a failure for a file, and for its server.</summary>
/// <param name="Action">What happens to the file.</param>
/// <param name="Pause">The time until the next try.</param>
/// <param name="IsCharged">Whether this counts as one of the file's tries.</param>
/// <param name="RestsServer">Whether the server is the cause: then nothing is started there for a while.</param>
/// <param name="IsLocal">Whether this computer is the cause, its disk or a folder's rights: the server does not rest for it.</param>
internal readonly record struct DeliveryVerdict(
    DeliveryAction Action, TimeSpan Pause = default, bool IsCharged = false, bool RestsServer = false, bool IsLocal = false);
