namespace Accelerator.Engine.Fxp;

/// <summary>The result of comparing two files.</summary>
/// <param name="IsEqual">Whether they are equal; null where this is unknown: the lengths are equal, and no hash is available.</param>
/// <param name="By">The evidence: <c>HASH SHA-256</c>, <c>length and time</c>, <c>length</c>; empty for none.</param>
public sealed record FxpLikeness(bool? IsEqual, string By);
