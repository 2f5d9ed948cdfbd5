namespace Accelerator.Soak.Tests;

/// <summary>What a journal keeps for a later run.</summary>
/// <param name="Version">The version of the remote file that they are of.</param>
/// <param name="Count">Bytes, proven or not.</param>
internal sealed record KeptBytes(SourceVersion Version, long Count);
