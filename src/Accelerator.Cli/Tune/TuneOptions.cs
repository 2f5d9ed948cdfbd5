using Accelerator.Tuning.Exporting;

namespace Accelerator.Cli.Tune;

/// <summary>The parsed arguments of <c>ftpx tune</c>.</summary>
internal sealed record TuneOptions
{
    public required TuneVerb Verb { get; init; }

    /// <summary>A profile's name or file for diff and apply; null for the others.</summary>
    public string? Profile { get; init; }

    /// <summary>The tuning to roll back; null for the last one in force.</summary>
    public string? Id { get; init; }

    /// <summary>The computer at the far end of the path whose packets may become larger; null for none.</summary>
    public string? Peer { get; init; }

    public bool WhatIf { get; init; }

    public bool Yes { get; init; }

    /// <summary>Whether to restart the adapters whose values were changed.</summary>
    public bool RestartAdapters { get; init; }

    /// <summary>The delay after which the timer rolls everything back; null for no timer, unless adapters are restarted.</summary>
    public TimeSpan? ConfirmWithin { get; init; }

    /// <summary>Set by the timer: does nothing if the tuning was confirmed.</summary>
    public bool UnlessConfirmed { get; init; }

    /// <summary>The target of an export; null for the system that this computer runs.</summary>
    public ScriptFormat? Format { get; init; }

    /// <summary>Whether an export is for the server, whose values are not known here.</summary>
    public bool ForServer { get; init; }

    public bool Force { get; init; }

    public bool Json { get; init; }
}

/// <summary>The actions of <c>ftpx tune</c>.</summary>
internal enum TuneVerb
{
    /// <summary>Show the catalogue of settings that can be changed.</summary>
    List,

    /// <summary>Show the current settings.</summary>
    Show,

    /// <summary>Show what a profile would change.</summary>
    Diff,

    /// <summary>Apply a profile.</summary>
    Apply,

    /// <summary>Keep the settings that are on trial.</summary>
    Confirm,

    /// <summary>Export what a profile would change, as a script for other tools.</summary>
    Export,

    /// <summary>Roll back a tuning.</summary>
    Rollback,

    /// <summary>Show what was changed, and when.</summary>
    History,
}
