namespace Accelerator.Jobs.Ledger;

/// <summary>An effect that is due, claimed by the caller.</summary>
public sealed record DueEffect
{
    /// <summary>The effect's row.</summary>
    public required long Id { get; init; }

    /// <summary>The event id: the same for every try of this effect, and unique to it, so that receivers can detect a repetition.</summary>
    public required string EventId { get; init; }

    /// <summary>The kind: <c>manifest</c>, <c>command</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>The data that it needs besides the delivery.</summary>
    public string? Payload { get; init; }

    /// <summary>The number of this try, from 1. A try that a crash ended counts.</summary>
    public required int Attempt { get; init; }

    /// <summary>The number of this claim among all of the effect.</summary>
    public required long Epoch { get; init; }

    /// <summary>The holder.</summary>
    public required string Owner { get; init; }

    /// <summary>The delivery that the effect belongs to.</summary>
    public required Delivery Delivery { get; init; }
}
