namespace Accelerator.Jobs.Ledger;

/// <summary>A node, as it last told of itself.</summary>
public sealed record NodeBeat
{
    /// <summary>Its name.</summary>
    public required string Node { get; init; }

    /// <summary>Which start of it.</summary>
    public required string Incarnation { get; init; }

    /// <summary>The program's version.</summary>
    public required string Version { get; init; }

    /// <summary>When it last told, by the database's clock.</summary>
    public required DateTimeOffset LastBeat { get; init; }

    /// <summary>How long ago that is, by the database's clock.</summary>
    public required TimeSpan Age { get; init; }

    /// <summary>The digest of its job file; null of a program that did not tell.</summary>
    public string? Jobs { get; init; }

    /// <summary>When that file was put in force there, by the database's clock; 1970 where the node came with it.</summary>
    public required DateTimeOffset JobsAt { get; init; }

    /// <summary>Sessions that were logged in, of all servers.</summary>
    public required int Sessions { get; init; }
}
