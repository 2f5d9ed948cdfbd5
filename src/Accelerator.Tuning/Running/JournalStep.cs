namespace Accelerator.Tuning.Running;

/// <summary>One change as it is journalled.</summary>
/// <param name="Target">The target's name, as in <c>nic.rss@0001</c>.</param>
/// <param name="Before">What was there.</param>
/// <param name="After">What was written.</param>
/// <param name="State">How far it has come.</param>
public sealed record JournalStep(string Target, PriorValue Before, string After, StepState State);
