using System.Text.Json.Serialization;

namespace Accelerator.Jobs.Expecting;

/// <summary>One slot of a job's expected products.</summary>
public sealed record ProductSlot
{
    /// <summary>The beginning of the slot, UTC.</summary>
    public required DateTimeOffset At { get; init; }

    public required SlotState State { get; init; }

    /// <summary>The number of delivered files, or channels.</summary>
    public required int Have { get; init; }

    /// <summary>The number of expected files, or channels, without those that an operator skipped; 0 if none are expected.</summary>
    public required int Expect { get; init; }

    /// <summary>The channels that are not delivered, without skipped ones; empty if the channels are not known.</summary>
    public IReadOnlyList<string> Absent { get; init; } = [];

    /// <summary>The number of files that are on the server but not delivered yet.</summary>
    public int Waiting { get; init; }

    /// <summary>The number of failed and quarantined files.</summary>
    public int Failed { get; init; }

    /// <summary>The number of files that were complete, and gone from the server before they were delivered.</summary>
    public int Lost { get; init; }

    /// <summary>The number of files that an operator skipped.</summary>
    public int Skipped { get; init; }

    /// <summary>When the last of its files was delivered; null without files.</summary>
    public DateTimeOffset? LastAt { get; init; }

    /// <summary>Since when the first of its waiting files is known; null without any.</summary>
    public DateTimeOffset? WaitingSince { get; init; }

    /// <summary>Whether it is due and incomplete, and no known outage explains that.</summary>
    [JsonIgnore]
    public bool IsGap => State is SlotState.Late or SlotState.Partial or SlotState.Missing;

    /// <summary>Why it is not complete, as a clause; empty for a complete slot.</summary>
    [JsonIgnore]
    public string Why
    {
        get
        {
            if (State == SlotState.Complete) return "";
            List<string> parts = [];
            if (Expect - Have - Waiting - Failed - Lost is > 0 and var absent) parts.Add($"{absent} not on the archive");
            if (Waiting > 0) parts.Add($"{Waiting} found, not delivered yet");
            if (Failed > 0) parts.Add($"{Failed} failed or quarantined");
            if (Lost > 0) parts.Add($"{Lost} gone from the archive before delivery");
            return string.Join(", ", parts);
        }
    }
}
