namespace Accelerator.Tuning.Catalogue;

/// <summary>How a CIM class shows that a group policy overrides a value.</summary>
/// <param name="Decider">The property that is 1 then: it names what decides, and holds no value itself.</param>
/// <param name="Value">The property that holds the policy's value.</param>
public sealed record CimPolicy(string Decider, string Value);
