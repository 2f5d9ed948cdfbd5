using Accelerator.Tuning.Exporting;

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

    /// <summary>Restart the adapters whose values were changed.</summary>
    public bool RestartAdapters { get; init; }

    /// <summary>How long the timer waits before it sets everything back; null for none, unless adapters are restarted.</summary>
    public TimeSpan? ConfirmWithin { get; init; }

    /// <summary>For the timer: nothing is done where the tuning was confirmed.</summary>
    public bool UnlessConfirmed { get; init; }

    /// <summary>What an export is for; null for what this computer runs by itself.</summary>
    public ScriptFormat? Format { get; init; }

    public bool Force { get; init; }

    public bool Json { get; init; }
}

/// <summary>What <c>ftpx tune</c> is to do.</summary>
internal enum TuneVerb
{
    /// <summary>The catalogue: what could be set.</summary>
    List,

    /// <summary>What is set.</summary>
    Show,

    /// <summary>What a profile would change.</summary>
    Diff,

    /// <summary>Change it.</summary>
    Apply,

    /// <summary>Keep what is on trial.</summary>
    Confirm,

    /// <summary>What a profile would change, as a script for other tools.</summary>
    Export,

    /// <summary>Set back what was changed.</summary>
    Rollback,

    /// <summary>What was changed, and when.</summary>
    History,
}
