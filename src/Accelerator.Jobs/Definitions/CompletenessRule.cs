namespace Accelerator.Jobs.Definitions;

/// <summary>By what a file counts as complete on the server. All parts that are set must hold.</summary>
public sealed record CompletenessRule
{
    /// <summary>Looks in a row that must find the same length and time. Default 2, at least 1.</summary>
    public int Polls { get; init; } = 2;

    /// <summary>How long it must have been the same, by this computer's clock. Default 20 s.</summary>
    public TimeSpan StableFor { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>How long it must have been known. Default none.</summary>
    public TimeSpan MinimumAge { get; init; }

    /// <summary>
    /// A companion that comes after the file, <c>{name}</c> standing for the file's name, as in <c>{name}.md5</c>; null for none.
    /// </summary>
    public string? Marker { get; init; }
}
