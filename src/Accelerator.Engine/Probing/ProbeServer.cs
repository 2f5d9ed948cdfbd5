namespace Accelerator.Engine.Probing;

/// <summary>The description of the server and its features. All texts are safe to print.</summary>
public sealed record ProbeServer
{
    /// <summary>The server's greeting, code included; truncated to 200 characters.</summary>
    public required string Greeting { get; init; }

    /// <summary>The server's reply to SYST; null when it sent none.</summary>
    public required string? System { get; init; }

    /// <summary>The features it lists in FEAT; at most 64 keywords.</summary>
    public required IReadOnlyList<string> Claims { get; init; }

    /// <summary>The tested features with their results.</summary>
    public required IReadOnlyList<ProbeFeature> Features { get; init; }

    /// <summary>Length of the file; null when the server does not report it.</summary>
    public required long? Size { get; init; }

    /// <summary>MDTM of the file as the server wrote it; null when it does not report it.</summary>
    public required string? Modified { get; init; }
}
