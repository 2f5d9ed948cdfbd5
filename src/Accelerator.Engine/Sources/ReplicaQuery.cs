using Accelerator.Engine.Ranges;
using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>One question that a stream of the right lane asks.</summary>
/// <param name="Question">Which.</param>
/// <param name="Replica">Whom; null for the first source.</param>
/// <param name="Hash">The hash, where one is asked for.</param>
/// <param name="Mismatch">The seam, of <see cref="ReplicaQuestion.Dispute"/>.</param>
/// <param name="Generation">The start of the file in which it was met.</param>
internal sealed record ReplicaQuery(
    ReplicaQuestion Question, Replica? Replica = null, HashKind? Hash = null, SeamMismatchException? Mismatch = null, int Generation = 0);
