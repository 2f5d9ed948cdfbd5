namespace Accelerator.Tuning.Advising;

/// <summary>A recommended change.</summary>
/// <param name="Id">The ID of the setting, or <c>path.mtu</c>, <c>path.streams</c>, <c>disk</c>, <c>antivirus</c>.</param>
/// <param name="What">What to do, as a sentence.</param>
/// <param name="Why">The reason, as a sentence.</param>
/// <param name="Command">The command that makes the change, or that leads to the next step.</param>
/// <param name="Gain">The estimated speed-up of a transfer limited by this, for ordering: 2 is twice as fast.</param>
public sealed record Advice(string Id, string What, string Why, string Command, double Gain);
