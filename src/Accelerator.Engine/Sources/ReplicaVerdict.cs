using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>What <see cref="ReplicaPolicy"/> decides.</summary>
/// <param name="Step">What to do.</param>
/// <param name="Why">The end of a sentence that begins with the source: for people.</param>
/// <param name="Hash">Which hash, for <see cref="ReplicaStep.AskHash"/>.</param>
internal readonly record struct ReplicaVerdict(ReplicaStep Step, string Why = "", HashKind? Hash = null);
