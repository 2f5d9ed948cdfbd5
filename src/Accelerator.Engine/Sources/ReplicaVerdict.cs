using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>A decision of <see cref="ReplicaPolicy"/>.</summary>
/// <param name="Step">The next step.</param>
/// <param name="Why">The end of a sentence that begins with the source, for display.</param>
/// <param name="Hash">Which hash, for <see cref="ReplicaStep.AskHash"/>.</param>
internal readonly record struct ReplicaVerdict(ReplicaStep Step, string Why = "", HashKind? Hash = null);
