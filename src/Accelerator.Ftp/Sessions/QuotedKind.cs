namespace Accelerator.Ftp.Sessions;

/// <summary>The effect of a quoted command.</summary>
internal enum QuotedKind
{
    /// <summary>A query or a change of folder, which changes nothing on the server.</summary>
    Asks,

    /// <summary>A command that would disrupt the session's own transfers, or change the session's identity.</summary>
    OwnBusiness,

    /// <summary>A command that changes something on the server, or may.</summary>
    Changes,
}
