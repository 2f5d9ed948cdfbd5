namespace Accelerator.Loopback.Faults;

/// <summary>When a fault takes place. Occurrences are counted among those that match verb, path, connection and offset.</summary>
internal sealed record FaultCondition
{
    public IReadOnlyList<string> Verbs { get; init; } = [];

    public string? Path { get; init; }

    public int FirstConnection { get; init; } = 1;

    public int LastConnection { get; init; } = int.MaxValue;

    public long MinimumOffset { get; init; }

    public int First { get; init; } = 1;

    public int Last { get; init; } = int.MaxValue;

    public int Every { get; init; } = 1;

    public int Times { get; init; } = int.MaxValue;

    public double Probability { get; init; } = 1;

    public int Seed { get; init; }

    public bool Selects(FaultOccasion occasion) =>
        (Verbs.Count == 0 || Verbs.Contains(occasion.Verb, StringComparer.OrdinalIgnoreCase))
        && (Path is null || Path == occasion.Path)
        && occasion.Connection >= FirstConnection && occasion.Connection <= LastConnection
        && occasion.Offset >= MinimumOffset;

    public bool Counts(int occurrence) => occurrence >= First && occurrence <= Last && (occurrence - First) % Every == 0;
}

/// <summary>Something at which a fault may take place: a connection, a command, or a transfer.</summary>
internal readonly record struct FaultOccasion(int Connection, string Verb = "", string? Path = null, long Offset = 0);
