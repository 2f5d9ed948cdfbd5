using Accelerator.Engine.Ranges;
using Accelerator.Ftp;

namespace Accelerator.Engine.Sources;

/// <summary>One query that a worker of the right route sends.</summary>
/// <param name="Question">What to query.</param>
/// <param name="Replica">The source to query; null for the first source.</param>
/// <param name="Hash">The hash, where one is queried.</param>
/// <param name="Mismatch">The seam, for <see cref="ReplicaQuestion.Dispute"/>.</param>
/// <param name="Generation">The restart count of the file at which it was found.</param>
internal sealed record ReplicaQuery(
    ReplicaQuestion Question, Replica? Replica = null, HashKind? Hash = null, SeamMismatchException? Mismatch = null, int Generation = 0);
