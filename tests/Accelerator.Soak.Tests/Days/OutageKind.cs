namespace Accelerator.Soak.Tests.Days;

/// <summary>What goes wrong for minutes or hours.</summary>
internal enum OutageKind
{
    /// <summary>Nobody listens at the server's port.</summary>
    ServerGone,

    /// <summary>The same, and the service is stopped and started meanwhile.</summary>
    ServerGoneAndServiceRestarted,

    /// <summary>The service is stopped and started, whatever it does just then.</summary>
    ServiceRestarted,

    /// <summary>530 to every password.</summary>
    LoginsRefused,

    /// <summary>421 to every connection.</summary>
    ServerFull,

    /// <summary>All connections stay open, and nothing is sent.</summary>
    ServerHangs,

    /// <summary>RST to every connection, old and new.</summary>
    ConnectionsReset,

    /// <summary>Connections are made, and nobody greets.</summary>
    NobodyAnswers,

    /// <summary>RST in every file of more than 1000 bytes.</summary>
    TransfersBreakOff,

    /// <summary>Every listing breaks off in its first lines.</summary>
    ListingsAreCut,

    /// <summary>SQLite is held by another process, PostgreSQL is stopped.</summary>
    LedgerGone,

    /// <summary>Less is free on the disk than must stay free.</summary>
    DiskLow,
}
