using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>A folder that could not be listed, or not to its end; or a name that the local disk cannot have.</summary>
/// <param name="Path">Its path below the root, as people read it; empty for the root.</param>
/// <param name="Kind">What sort of failure it is.</param>
/// <param name="Message">One sentence.</param>
public sealed record MirrorProblem(string Path, FailureKind Kind, string Message);
