namespace Accelerator.Ftp;

/// <summary>A connection failed, was closed or was reset. The session is dead; another one may work.</summary>
public sealed class FtpConnectionException(FtpStage stage, string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <summary>The stage at which it happened.</summary>
    public FtpStage Stage { get; } = stage;

    /// <inheritdoc/>
    public override bool IsTransient => true;
}
