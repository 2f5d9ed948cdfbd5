namespace Accelerator.Ftp.Control;

/// <summary>
/// State of a control connection. <see cref="ControlChannel"/> owns every transition; only its <c>Break</c> leads to <see cref="Broken"/>.
/// </summary>
internal enum ControlState
{
    /// <summary>No command is in progress; one may be sent.</summary>
    Ready,

    /// <summary>A command was sent and its final reply has not arrived.</summary>
    Waiting,

    /// <summary>
    /// A range was ended early and the server may still send replies for it: strays may precede the next command's reply.
    /// </summary>
    Straying,

    /// <summary>Closed by either side, or out of step. Final.</summary>
    Broken,
}
