namespace Accelerator.Cli.Script;

/// <summary>The parsed arguments of <c>ftpx ftp</c>, or of a copy of the program named ftp.</summary>
internal sealed record ScriptOptions
{
    public bool IsVerbose { get; init; } = true;

    public bool Debug { get; init; }

    public bool AsksBeforeFiles { get; init; } = true;

    public bool LogsIn { get; init; } = true;

    public bool Globs { get; init; } = true;

    public bool IsAnonymous { get; init; }

    /// <summary>The script; null if lines come from standard input.</summary>
    public string? File { get; init; }

    /// <summary>Options of ftp.exe that were given and are ignored, with their values.</summary>
    public IReadOnlyList<string> Ignored { get; init; } = [];

    public bool Active { get; init; }

    public bool AllowChanges { get; init; }

    public bool ShowsUsage { get; init; }

    public string? Host { get; init; }

    public string? Port { get; init; }
}
