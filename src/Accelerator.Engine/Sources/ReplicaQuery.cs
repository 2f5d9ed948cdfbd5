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

/// <summary>The kinds of query that a further source requires.</summary>
internal enum ReplicaQuestion
{
    /// <summary>The further source's size, time and features.</summary>
    Facts,

    /// <summary>The further source's hash of the complete file.</summary>
    Hash,

    /// <summary>The further source's samples of the file.</summary>
    Samples,

    /// <summary>The first source's samples of the file.</summary>
    PrimarySamples,

    /// <summary>Size and time once more, after the last byte.</summary>
    Recheck,

    /// <summary>The features of the first source's server.</summary>
    PrimaryFeatures,

    /// <summary>The first source's hash of the complete file.</summary>
    PrimaryHash,

    /// <summary>The first source's bytes at a seam where two sources differ.</summary>
    Dispute,
}
