namespace Accelerator.Engine.Fxp;

/// <summary>Whether two files are the same.</summary>
/// <param name="IsEqual">Null where nothing shows it: the length is the same, and no hash is to be had.</param>
/// <param name="By">What shows it: <c>HASH SHA-256</c>, <c>length and time</c>, <c>length</c>; empty for nothing.</param>
public sealed record FxpLikeness(bool? IsEqual, string By);
