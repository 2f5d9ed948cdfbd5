namespace Accelerator.Ftp.Control;

/// <summary>
/// State of a control connection. <see cref="ControlChannel"/> owns every transition; only its <c>Break</c> leads to <see cref="Broken"/>.
/// </summary>
internal enum ControlState
{
    /// <summary>Nothing is under way; a command may be sent.</summary>
    Ready,

    /// <summary>A command was sent and its final reply has not come.</summary>
    Waiting,

    /// <summary>
    /// A range was ended early and the server may still answer for it: the next reply to a command may come after strays.
    /// </summary>
    Straying,

    /// <summary>Closed, by either side, or no longer understood. Final.</summary>
    Broken,
}
