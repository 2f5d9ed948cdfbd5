namespace Accelerator.Ftp;

/// <summary>TLS was refused or failed, or the certificate is not acceptable. The client never falls back to clear text.</summary>
public sealed class FtpTlsException(string message, Exception? inner = null) : FtpException(message, inner)
{
    /// <summary>Whether the server may accept a new connection that offers TLS 1.3 too.</summary>
    internal bool MayNeedTls13 { get; init; }

    /// <summary>Whether a new login may help: the server has missed the TLS session of this one. Default false.</summary>
    internal bool MayLogInAgain { get; init; }

    /// <inheritdoc/>
    public override bool IsTransient => MayLogInAgain;
}
