namespace Accelerator.Ftp;

/// <summary>
/// The received data is not FTP, or exceeds a limit that no honest server reaches. The session is dead and a retry cannot help.
/// </summary>
public sealed class FtpProtocolException(string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <inheritdoc/>
    public override bool IsTransient => false;
}
