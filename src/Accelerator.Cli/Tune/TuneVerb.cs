namespace Accelerator.Cli.Tune;

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
