namespace Accelerator.Ftp.Fxp;

/// <summary>
/// A third-party transfer failed. Either session may live on or be dead: ask <see cref="Sessions.FtpSession.IsUsable"/>. What the
/// destination holds is known to nobody but the destination.
/// </summary>
/// <param name="step">How far it had come.</param>
/// <param name="side">The server that refused, was lost or was silent.</param>
/// <param name="reply">What it said; null where it said nothing.</param>
/// <param name="message">A sentence: what was attempted, on what, what the server said.</param>
/// <param name="inner">The loss of its control connection, if that was it.</param>
internal sealed class FxpException(
    FxpStep step, FxpSide side, FtpReply? reply, string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <summary>How far it had come.</summary>
    public FxpStep Step { get; } = step;

    /// <summary>The server that refused, was lost or was silent.</summary>
    public FxpSide Side { get; } = side;

    /// <summary>What it said; null where it said nothing.</summary>
    public FtpReply? Reply { get; } = reply;

    /// <summary>
    /// Whether the destination had begun to store: what it holds under that name is this transfer's then, however little.
    /// </summary>
    public bool IsStoring { get; init; }

    /// <inheritdoc/>
    public override bool IsTransient => Reply is { } said ? said.IsTransientRefusal : (InnerException as FtpException)?.IsTransient ?? true;
}
