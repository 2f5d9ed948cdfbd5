namespace Accelerator.Soak.Tests.Kills;

/// <summary>What a kill has left behind, and so where it came.</summary>
internal enum KillPhase
{
    /// <summary>Nothing on the disk yet: at the start, while connections were opened, before the plan.</summary>
    NothingYet,

    /// <summary>A partial file, and no journal.</summary>
    NoJournalYet,

    /// <summary>A partial file and its journal.</summary>
    Journalled,

    /// <summary>The same, and an unfinished new version of the journal: inside the writing of it.</summary>
    InJournalWrite,

    /// <summary>The final name, and the journal not yet deleted.</summary>
    JustPublished,

    /// <summary>The final name and nothing else.</summary>
    Published,

    /// <summary>The run had ended before the moment came.</summary>
    NotKilled,
}
