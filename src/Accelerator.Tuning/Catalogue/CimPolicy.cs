namespace Accelerator.Tuning.Catalogue;

/// <summary>How a class of CIM shows that a group policy decides.</summary>
/// <param name="Decider">The property that is 1 then: it says who decides, and is no value.</param>
/// <param name="Value">The property that holds the policy's value.</param>
public sealed record CimPolicy(string Decider, string Value);
