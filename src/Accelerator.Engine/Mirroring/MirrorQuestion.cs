namespace Accelerator.Engine.Mirroring;

/// <summary>A file for which the listing is not sufficient.</summary>
/// <param name="File">The file.</param>
/// <param name="Comparison">The result of comparing it so far.</param>
/// <param name="IsAgeOpen">Whether the time of its last change is unknown, and matters.</param>
internal sealed record MirrorQuestion(MirrorCandidate File, Comparison Comparison, bool IsAgeOpen);
