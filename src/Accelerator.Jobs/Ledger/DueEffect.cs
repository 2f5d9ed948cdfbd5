namespace Accelerator.Jobs.Ledger;

/// <summary>An effect that is to be carried out, claimed by the caller.</summary>
public sealed record DueEffect
{
    /// <summary>Its row.</summary>
    public required long Id { get; init; }

    /// <summary>The same for every try of this effect, and never another's: for whoever must tell a repetition.</summary>
    public required string EventId { get; init; }

    /// <summary>What is to be done: <c>manifest</c>, <c>command</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>What it needs besides the delivery.</summary>
    public string? Payload { get; init; }

    /// <summary>Which try this is, from 1. One that a crash ended counts.</summary>
    public required int Attempt { get; init; }

    /// <summary>This claim among all of the effect.</summary>
    public required long Epoch { get; init; }

    /// <summary>Who holds it.</summary>
    public required string Owner { get; init; }

    /// <summary>The delivery that it belongs to.</summary>
    public required Delivery Delivery { get; init; }
}
