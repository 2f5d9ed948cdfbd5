using Accelerator.Engine.Transfers;

namespace Accelerator.Engine.Mirroring;

/// <summary>A folder that could not be listed, or not to its end; or a name that is not valid on the local disk.</summary>
/// <param name="Path">Its path below the root, for display; empty for the root.</param>
/// <param name="Kind">The kind of failure.</param>
/// <param name="Message">One sentence.</param>
public sealed record MirrorProblem(string Path, FailureKind Kind, string Message);
