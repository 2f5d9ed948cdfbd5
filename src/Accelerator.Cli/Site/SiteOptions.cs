namespace Accelerator.Cli.Site;

/// <summary>What was typed after <c>ftpx site</c>.</summary>
internal sealed record SiteOptions
{
    public required SiteVerb Verb { get; init; }

    /// <summary>The server as it was typed, or null.</summary>
    public string? Host { get; init; }

    public string? User { get; init; }

    public bool All { get; init; }

    public bool Json { get; init; }

    /// <summary>The words <c>name=value</c>.</summary>
    public IReadOnlyList<string> Assignments { get; init; } = [];
}

/// <summary>What <c>ftpx site</c> is to do.</summary>
internal enum SiteVerb
{
    /// <summary>One line for each site.</summary>
    List,

    /// <summary>All that is known of one server.</summary>
    Show,

    /// <summary>Take away what is known, settings included.</summary>
    Forget,

    /// <summary>Lay down settings.</summary>
    Set,
}
