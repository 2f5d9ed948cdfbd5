namespace Accelerator.Engine.Mirroring;

/// <summary>A file that a listing does not tell enough of.</summary>
/// <param name="File">The file.</param>
/// <param name="Comparison">What comparing it came to so far.</param>
/// <param name="IsAgeOpen">Whether it is not known how long ago it was changed, and that matters.</param>
internal sealed record MirrorQuestion(MirrorCandidate File, Comparison Comparison, bool IsAgeOpen);
