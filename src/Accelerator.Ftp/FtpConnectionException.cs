namespace Accelerator.Ftp;

/// <summary>A connection could not be made, was closed or was reset. The session is dead; another one may work.</summary>
public sealed class FtpConnectionException(FtpStage stage, string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <summary>Where it happened.</summary>
    public FtpStage Stage { get; } = stage;

    /// <inheritdoc/>
    public override bool IsTransient => true;
}
