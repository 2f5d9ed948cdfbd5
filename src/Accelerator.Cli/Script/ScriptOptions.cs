namespace Accelerator.Cli.Script;

/// <summary>What was typed after <c>ftpx ftp</c>, or after a copy of the program that is called ftp.</summary>
internal sealed record ScriptOptions
{
    public bool IsVerbose { get; init; } = true;

    public bool Debug { get; init; }

    public bool AsksBeforeFiles { get; init; } = true;

    public bool LogsIn { get; init; } = true;

    public bool Globs { get; init; } = true;

    public bool IsAnonymous { get; init; }

    /// <summary>The script; null where lines come from standard input.</summary>
    public string? File { get; init; }

    /// <summary>Options of ftp.exe that were given and are ignored, with their values.</summary>
    public IReadOnlyList<string> Ignored { get; init; } = [];

    public bool Active { get; init; }

    public bool AllowChanges { get; init; }

    public bool ExitZero { get; init; }

    public bool ShowsUsage { get; init; }

    public string? Host { get; init; }

    public string? Port { get; init; }
}
