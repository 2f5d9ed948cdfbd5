using System.Text.Json.Serialization;

namespace Accelerator.Service.Figures;

/// <summary>A job, as an operator sees it. Moments are UTC; what the ledger has not told is null.</summary>
internal sealed record JobFigures
{
    public required string Name { get; init; }

    public required string Server { get; init; }

    public required bool IsEnabled { get; init; }

    public JobState State { get; init; }

    /// <summary>What is not well; null where all is.</summary>
    public string? Sentence { get; init; }

    /// <summary>Seconds that a file may take; null without an objective.</summary>
    public double? ObjectiveSeconds { get; init; }

    /// <summary>Since when the file waits that waits longest.</summary>
    public DateTimeOffset? OldestSince { get; init; }

    /// <summary>Files that are not delivered yet, those apart that are put aside.</summary>
    public long? WaitingFiles { get; init; }

    public long? WaitingBytes { get; init; }

    public long? FailedFiles { get; init; }

    public long? QuarantinedFiles { get; init; }

    /// <summary>Commands and manifest lines after deliveries that are tried no more.</summary>
    public long? GivenUpEffects { get; init; }

    /// <summary>Why the latest of them failed; null without any.</summary>
    public string? GivenUpError { get; init; }

    /// <summary>Delivered in the last 24 h.</summary>
    public long? DeliveredFiles { get; init; }

    public long? DeliveredBytes { get; init; }

    /// <summary>Of these, how many were in time; null without an objective.</summary>
    public long? InTimeFiles { get; init; }

    public double? LongestSeconds { get; init; }

    public DateTimeOffset? LastDelivery { get; init; }

    [JsonPropertyName("last_complete_look")]
    public DateTimeOffset? LastCompletePoll { get; init; }

    [JsonPropertyName("next_look")]
    public DateTimeOffset? NextPoll { get; init; }

    /// <summary>Bytes delivered in each of the last 24 hours by the clock, the oldest first.</summary>
    public IReadOnlyList<long> Hours { get; init; } = [];
}
