using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Control;

/// <summary>The status of a job.</summary>
public sealed record JobStatus
{
    public required string Name { get; init; }

    /// <summary>The server's name in the job file; null if the job has never polled and no job file is known.</summary>
    public string? Server { get; init; }

    /// <summary>The kind in the job file: <c>pull</c>. Null, like <see cref="Enabled"/>, if only the ledger was queried.</summary>
    public string? Kind { get; init; }

    /// <summary>Whether the job polls on its schedule.</summary>
    public bool? Enabled { get; init; }

    /// <summary>
    /// The job's state, as shown on the service's page: <c>ok</c>, <c>new</c>, <c>off</c>, <c>paused</c>, <c>outage</c>, <c>behind</c>,
    /// <c>effects</c>, <c>aside</c>, <c>gaps</c>, <c>silent</c>, <c>trouble</c>, <c>late</c>, <c>blind</c>, <c>blocked</c>,
    /// <c>login</c> or <c>unreachable</c>. Null if only the ledger was queried.
    /// </summary>
    public string? State { get; init; }

    /// <summary>The problem, in one or two sentences; null if there is none, or if only the ledger was queried.</summary>
    public string? Sentence { get; init; }

    /// <summary>The time since when the job is paused; null if it is not.</summary>
    public DateTimeOffset? PausedSince { get; init; }

    /// <summary>Why the job is paused; null if no reason was given.</summary>
    public string? PausedReason { get; init; }

    /// <summary>The time of the next poll; null if unknown or never.</summary>
    [JsonPropertyName("next_look")]
    public DateTimeOffset? NextPoll { get; init; }

    /// <summary>The time when the latest complete poll of any of the job's folders ended; null before the first.</summary>
    [JsonPropertyName("last_complete_look")]
    public DateTimeOffset? LastCompletePoll { get; init; }

    /// <summary>The number of files by state name in the ledger, for states with at least one file.</summary>
    public required IReadOnlyDictionary<string, long> Files { get; init; }

    /// <summary>When the longest-waiting file, not counting quarantined ones, was first seen; null if no file waits.</summary>
    public DateTimeOffset? OldestUndelivered { get; init; }

    /// <summary>When the job last delivered a file; null if it never did.</summary>
    public DateTimeOffset? LastDelivered { get; init; }
}
