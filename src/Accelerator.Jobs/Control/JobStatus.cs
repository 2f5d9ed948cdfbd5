using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Control;

/// <summary>Where a job stands.</summary>
public sealed record JobStatus
{
    /// <summary>Its name.</summary>
    public required string Name { get; init; }

    /// <summary>Its server's name in the job file; null where it has never looked and no job file is known.</summary>
    public string? Server { get; init; }

    /// <summary>The job file's word: <c>pull</c>. Null where only the ledger was asked, as is <see cref="Enabled"/>.</summary>
    public string? Kind { get; init; }

    /// <summary>Whether it looks by itself.</summary>
    public bool? Enabled { get; init; }

    /// <summary>
    /// Its one state, as the service's page has it: <c>ok</c>, <c>new</c>, <c>off</c>, <c>paused</c>, <c>behind</c>, <c>effects</c>,
    /// <c>aside</c>, <c>trouble</c>, <c>late</c>, <c>blind</c>, <c>blocked</c> or <c>unreachable</c>. Null where only the ledger was asked.
    /// </summary>
    public string? State { get; init; }

    /// <summary>What is not well, in one or two sentences; null where nothing is, or only the ledger was asked.</summary>
    public string? Sentence { get; init; }

    /// <summary>Since when it is paused; null where it is not.</summary>
    public DateTimeOffset? PausedSince { get; init; }

    /// <summary>Why it is paused; null where nobody said.</summary>
    public string? PausedReason { get; init; }

    /// <summary>When it looks next; null where that is not known, or never.</summary>
    [JsonPropertyName("next_look")]
    public DateTimeOffset? NextPoll { get; init; }

    /// <summary>When the latest complete look into any of its folders ended; null before the first.</summary>
    [JsonPropertyName("last_complete_look")]
    public DateTimeOffset? LastCompletePoll { get; init; }

    /// <summary>Files by the word of their state in the ledger, for states that any is in.</summary>
    public required IReadOnlyDictionary<string, long> Files { get; init; }

    /// <summary>When the file was first seen that has waited longest, those apart that are put aside; null where none waits.</summary>
    public DateTimeOffset? OldestUndelivered { get; init; }

    /// <summary>When it last delivered a file; null where it never did.</summary>
    public DateTimeOffset? LastDelivered { get; init; }
}
