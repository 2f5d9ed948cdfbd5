namespace Accelerator.Ftp.Fxp;

/// <summary>
/// A third-party transfer failed. Either session may still be usable: check <see cref="Sessions.FtpSession.IsUsable"/>. The content of the
/// destination file is unknown.
/// </summary>
/// <param name="step">The step that failed.</param>
/// <param name="side">The server that refused, was lost or was silent.</param>
/// <param name="reply">The server's reply; null if there was none.</param>
/// <param name="message">A sentence: the operation, its object and the server's reply.</param>
/// <param name="inner">The loss of the control connection, if that was the cause.</param>
internal sealed class FxpException(
    FxpStep step, FxpSide side, FtpReply? reply, string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <summary>The step that failed.</summary>
    public FxpStep Step { get; } = step;

    /// <summary>The server that refused, was lost or was silent.</summary>
    public FxpSide Side { get; } = side;

    /// <summary>The server's reply; null if there was none.</summary>
    public FtpReply? Reply { get; } = reply;

    /// <summary>
    /// Whether the destination had begun to store: the file of that name then holds this transfer's data, however little.
    /// </summary>
    public bool IsStoring { get; init; }
    public override bool IsTransient => Reply is { } said ? said.IsTransientRefusal : (InnerException as FtpException)?.IsTransient ?? true;
}
