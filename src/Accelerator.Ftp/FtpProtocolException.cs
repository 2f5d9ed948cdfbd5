namespace Accelerator.Ftp;

/// <summary>What came is not FTP, or breaks a cap that no honest server reaches. The session is dead and a retry cannot help.</summary>
public sealed class FtpProtocolException(string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <inheritdoc/>
    public override bool IsTransient => false;
}
