namespace Accelerator.Tuning.Catalogue;

/// <summary>A value's word, and the number that the system keeps for it.</summary>
/// <param name="Name">As netsh and profiles write it; never localised.</param>
/// <param name="Code">As CIM or the registry holds it.</param>
public sealed record NamedValue(string Name, int Code);
