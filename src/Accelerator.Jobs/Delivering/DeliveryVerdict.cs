namespace Accelerator.Jobs.Delivering;

/// <summary>What a failure means for a file, and for its server.</summary>
/// <param name="Action">What becomes of the file.</param>
/// <param name="Pause">When it may be tried again.</param>
/// <param name="IsCharged">Whether it was one of the file's tries.</param>
/// <param name="RestsServer">Whether the server is the reason: then nothing is begun there for a while.</param>
/// <param name="IsLocal">Whether this computer is the reason, its disk or a folder's rights: the server does not rest for it.</param>
public readonly record struct DeliveryVerdict(DeliveryAction Action, TimeSpan Pause = default, bool IsCharged = false, bool RestsServer = false, bool IsLocal = false);
