namespace Accelerator.Soak.Tests.Kills;

/// <summary>The files that a kill has left, and so the phase in which it came.</summary>
internal enum KillPhase
{
    /// <summary>No file on the disk yet: at the start, while connections were opened, before the plan.</summary>
    NothingYet,

    /// <summary>A partial file, and no journal.</summary>
    NoJournalYet,

    /// <summary>A partial file and its journal.</summary>
    Journalled,

    /// <summary>A partial file, its journal, and an unfinished new version of the journal: during a write of the journal.</summary>
    InJournalWrite,

    /// <summary>The final name, and the journal not yet deleted.</summary>
    JustPublished,

    /// <summary>The final name only.</summary>
    Published,

    /// <summary>The run had ended before the moment came.</summary>
    NotKilled,
}
