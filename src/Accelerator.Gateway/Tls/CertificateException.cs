namespace Accelerator.Gateway.Tls;

/// <summary>A certificate cannot be used. The message says why and what to do, without a full stop.</summary>
public sealed class CertificateException : IOException
{
    internal CertificateException(string message, Exception? cause = null) : base(message, cause)
    {
    }

    /// <summary>Whether the file of the key cannot be used, and not that of the certificate. Default false.</summary>
    public bool IsOfKey { get; internal init; }
}
