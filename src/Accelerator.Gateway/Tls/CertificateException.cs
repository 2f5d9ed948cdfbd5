namespace Accelerator.Gateway.Tls;

/// <summary>A certificate cannot be used. The message says why and what to do, without a full stop.</summary>
public sealed class CertificateException : IOException
{
    internal CertificateException(string message, Exception? cause = null) : base(message, cause)
    {
    }
}
