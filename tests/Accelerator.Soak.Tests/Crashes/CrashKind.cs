namespace Accelerator.Soak.Tests.Crashes;

/// <summary>The points at which the service is killed.</summary>
internal enum CrashKind
{
    /// <summary>At a given time after the start.</summary>
    AfterStart,

    /// <summary>When a partial file appears.</summary>
    AtPart,

    /// <summary>When a journal has been written.</summary>
    AtJournal,

    /// <summary>When a complete file gets its time stamp: its intent is recorded next, and then the file is renamed.</summary>
    AtIntent,

    /// <summary>When a final name appears: its delivery is recorded next.</summary>
    AtName,

    /// <summary>When the ledger's log is written (SQLite; elsewhere it never comes).</summary>
    AtLedger,

    /// <summary>When a manifest gets a line.</summary>
    AtManifest,

    /// <summary>When a command reports that it runs.</summary>
    AtCommand,
}
