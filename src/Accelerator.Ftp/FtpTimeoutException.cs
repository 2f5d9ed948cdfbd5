namespace Accelerator.Ftp;

/// <summary>The server was silent for longer than the limit. The session is dead: a late reply would answer the wrong command.</summary>
public sealed class FtpTimeoutException(FtpStage stage, TimeSpan limit, string message) : FtpException(message)
{
    /// <summary>The stage at which it happened.</summary>
    public FtpStage Stage { get; } = stage;

    /// <summary>The limit that was exceeded.</summary>
    public TimeSpan Limit { get; } = limit;

    /// <inheritdoc/>
    public override bool IsTransient => true;
}
