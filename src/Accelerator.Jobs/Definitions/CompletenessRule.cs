namespace Accelerator.Jobs.Definitions;

/// <summary>The rule by which a file counts as complete on the server. All conditions that are set must hold.</summary>
public sealed record CompletenessRule
{
    /// <summary>The number of consecutive polls that must find the same length and time. Default 2, at least 1.</summary>
    public int Polls { get; init; } = 2;

    /// <summary>How long the file must have been unchanged, by this computer's clock. Default 20 s.</summary>
    public TimeSpan StableFor { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>The minimum time since a poll first found the file. Default zero.</summary>
    public TimeSpan MinimumAge { get; init; }

    /// <summary>
    /// The name of a companion that the producer writes after the file, with <c>{name}</c> for the file's name, as in <c>{name}.md5</c>;
    /// null for none.
    /// </summary>
    public string? Marker { get; init; }

    /// <summary>
    /// How long an unchanged file may lack its <see cref="Marker"/> before <see cref="MarkerMissing"/> decides; null to wait for ever.
    /// </summary>
    public TimeSpan? MarkerTimeout { get; init; }

    /// <summary>The decision on a file whose marker has not come in time. Default <see cref="MarkerDecision.Quarantine"/>.</summary>
    public MarkerDecision MarkerMissing { get; init; }
}
