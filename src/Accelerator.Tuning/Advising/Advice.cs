namespace Accelerator.Tuning.Advising;

/// <summary>A change that would help.</summary>
/// <param name="Id">The setting, or <c>path.mtu</c>, <c>path.streams</c>, <c>disk</c>, <c>antivirus</c>.</param>
/// <param name="What">What to do, as a sentence.</param>
/// <param name="Why">Why, as a sentence.</param>
/// <param name="Command">The command that does it, or that brings the next step.</param>
/// <param name="Gain">By about how much a transfer that this binds would be faster: 2 is twice. An estimate, for the order.</param>
public sealed record Advice(string Id, string What, string Why, string Command, double Gain);
