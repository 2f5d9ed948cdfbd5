namespace Accelerator.Cli.Tune;

/// <summary>What was typed after <c>ftpx tune</c>.</summary>
internal sealed record TuneOptions
{
    public required TuneVerb Verb { get; init; }

    /// <summary>A profile's name or file for diff and apply; null for the others.</summary>
    public string? Profile { get; init; }

    /// <summary>The tuning to set back; null for the last that is in force.</summary>
    public string? Id { get; init; }

    public bool WhatIf { get; init; }

    public bool Yes { get; init; }

    public bool Force { get; init; }

    public bool Json { get; init; }
}
