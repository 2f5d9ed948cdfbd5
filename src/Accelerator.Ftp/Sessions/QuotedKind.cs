namespace Accelerator.Ftp.Sessions;

/// <summary>What a quoted command would do.</summary>
internal enum QuotedKind
{
    /// <summary>It asks, or moves within the server, and changes nothing there.</summary>
    Asks,

    /// <summary>It would take the session's own transfers apart, or make the session another one.</summary>
    OwnBusiness,

    /// <summary>It changes something at the server, or may.</summary>
    Changes,
}
