using System.Text.Json.Serialization;
using Accelerator.Jobs.Expecting;

namespace Accelerator.Service.Figures;

/// <summary>The figures of a job for an operator. Times are UTC; values that the ledger has not returned are null.</summary>
internal sealed record JobFigures
{
    public required string Name { get; init; }

    public required string Server { get; init; }

    public required bool IsEnabled { get; init; }

    public JobState State { get; init; }

    /// <summary>A sentence on what is wrong; null if nothing is.</summary>
    public string? Sentence { get; init; }

    /// <summary>Since when an operator has paused the job; null if it is not paused itself.</summary>
    public DateTimeOffset? PausedSince { get; init; }

    /// <summary>Why it is paused; null if no reason was given.</summary>
    public string? PausedReason { get; init; }

    /// <summary>The objective: the longest time a file may take, in seconds; null without one.</summary>
    public double? ObjectiveSeconds { get; init; }

    /// <summary>Since when the oldest waiting file has waited.</summary>
    public DateTimeOffset? OldestSince { get; init; }

    /// <summary>The number of files not delivered yet, without the quarantined ones.</summary>
    public long? WaitingFiles { get; init; }

    public long? WaitingBytes { get; init; }

    public long? FailedFiles { get; init; }

    public long? QuarantinedFiles { get; init; }

    /// <summary>The number of commands and manifest lines after deliveries that are no longer retried.</summary>
    public long? GivenUpEffects { get; init; }

    /// <summary>Why the latest of <see cref="GivenUpEffects"/> failed; null without any.</summary>
    public string? GivenUpError { get; init; }

    /// <summary>The number of files delivered in the last 24 h.</summary>
    public long? DeliveredFiles { get; init; }

    public long? DeliveredBytes { get; init; }

    /// <summary>The number of files of the last 24 h that the objective judges: <see cref="Latency.Due"/>.</summary>
    public long? DueFiles => Latency?.Due;

    /// <summary>How many of the <see cref="DueFiles"/> met the objective, by their latency; null without an objective.</summary>
    public long? InTimeFiles => ObjectiveSeconds is null ? null : Latency?.InTime;

    /// <summary>
    /// The latency of the last 24 h, from the appearance on the archive to the delivery; null while it is not known.
    /// </summary>
    public Latency? Latency { get; init; }

    /// <summary>The expected products; null if the job expects none, or they are not known yet.</summary>
    public SlotFigures? Slots { get; init; }

    /// <summary>Since when no new file has appeared, if that is too long; null otherwise.</summary>
    public DateTimeOffset? SilentSince { get; init; }

    /// <summary>When the known outage that the archive is in ends; null if there is none.</summary>
    public DateTimeOffset? OutageUntil { get; init; }

    /// <summary>A sentence on a pattern of expected files that no file matches; null if it is well.</summary>
    public string? Mismatch { get; init; }

    public DateTimeOffset? LastDelivery { get; init; }

    [JsonPropertyName("last_complete_look")]
    public DateTimeOffset? LastCompletePoll { get; init; }

    [JsonPropertyName("next_look")]
    public DateTimeOffset? NextPoll { get; init; }

    /// <summary>Bytes delivered in each of the last 24 clock hours, the oldest first.</summary>
    public IReadOnlyList<long> Hours { get; init; } = [];
}
