namespace Accelerator.Ftp;

/// <summary>TLS was refused, failed, or the certificate is not acceptable. Never answered by going on in the clear.</summary>
public sealed class FtpTlsException(string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <inheritdoc/>
    public override bool IsTransient => false;
}
