namespace Accelerator.Ftp;

/// <summary>TLS was refused or failed, or the certificate is not acceptable. The client never falls back to clear text.</summary>
public sealed class FtpTlsException(string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <inheritdoc/>
    public override bool IsTransient => false;
}
