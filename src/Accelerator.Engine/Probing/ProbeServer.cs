namespace Accelerator.Engine.Probing;

/// <summary>What the server says of itself and what it can do. All texts are safe to print.</summary>
public sealed record ProbeServer
{
    /// <summary>Its greeting, code included; cut to 200 characters.</summary>
    public required string Greeting { get; init; }

    /// <summary>Its answer to SYST; null when it gave none.</summary>
    public required string? System { get; init; }

    /// <summary>What it lists in FEAT; at most 64 words.</summary>
    public required IReadOnlyList<string> Claims { get; init; }

    /// <summary>What was tried, and what that showed.</summary>
    public required IReadOnlyList<ProbeFeature> Features { get; init; }

    /// <summary>Length of the file; null when the server does not tell.</summary>
    public required long? Size { get; init; }

    /// <summary>MDTM of the file as the server wrote it; null when it does not tell.</summary>
    public required string? Modified { get; init; }
}
