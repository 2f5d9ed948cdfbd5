namespace Accelerator.Cli.Site;

/// <summary>The parsed arguments of <c>ftpx site</c>.</summary>
internal sealed record SiteOptions
{
    public required SiteVerb Verb { get; init; }

    /// <summary>The server as typed, or null.</summary>
    public string? Host { get; init; }

    /// <summary>The name to add or to remove, or null.</summary>
    public string? Name { get; init; }

    /// <summary>The URL of a name to add, or null.</summary>
    public string? Url { get; init; }

    public string? User { get; init; }

    public bool All { get; init; }

    public bool Json { get; init; }

    /// <summary>The arguments <c>name=value</c>.</summary>
    public IReadOnlyList<string> Assignments { get; init; } = [];
}

/// <summary>The actions of <c>ftpx site</c>.</summary>
internal enum SiteVerb
{
    /// <summary>Name a server.</summary>
    Add,

    /// <summary>Remove the name of a server.</summary>
    Remove,

    /// <summary>List the sites, one per line.</summary>
    List,

    /// <summary>Show all data about one server.</summary>
    Show,

    /// <summary>Delete the data about a server, settings included.</summary>
    Forget,

    /// <summary>Configure settings.</summary>
    Set,
}
