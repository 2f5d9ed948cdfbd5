using System.Net.Security;

namespace Accelerator.Gateway.Tls;

/// <summary>
/// The certificate that a gateway shows to its clients, with its key and the certificates of its issuers, from files. They are read again
/// when they change, so that a renewed certificate needs no restart. Thread-safe.
/// </summary>
public sealed class ServerCertificate
{
    private readonly CertificateFiles _files;
    private readonly TimeProvider _time;
    private readonly Action<string> _warn;
    private readonly object _lock = new();
    private (DateTime, long, DateTime, long) _version;
    private SslStreamCertificateContext _current;

    private ServerCertificate(CertificateFiles files, TimeProvider time, Action<string> warn)
    {
        (_files, _time, _warn) = (files, time, warn);
        _version = files.Look();
        _current = CertificateReader.Read(files, time.GetUtcNow());
    }

    /// <summary>Reads a certificate and its key.</summary>
    /// <param name="path">A PFX file (PKCS #12), or a PEM file with the certificate and then those of its issuers.</param>
    /// <param name="keyPath">The PEM file of the key; null if the key is in <paramref name="path"/>.</param>
    /// <param name="password">The password of the PFX file or of the key; null for none.</param>
    /// <param name="names">What messages call the settings for the key and for the password.</param>
    /// <param name="time">Clock.</param>
    /// <param name="warn">Receives a sentence if the files have changed and cannot be used; the certificate from before stays.</param>
    /// <exception cref="CertificateException">The files hold no certificate with its key, or it has expired.</exception>
    public static ServerCertificate Load(
        string path, string? keyPath, string? password, CertificateSettingNames names, TimeProvider time, Action<string> warn)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(names);
        ArgumentNullException.ThrowIfNull(time);
        ArgumentNullException.ThrowIfNull(warn);
        return new ServerCertificate(new CertificateFiles(path, keyPath, password, names), time, warn);
    }

    /// <summary>Returns whether the certificate names this host: a name or an address without brackets.</summary>
    public bool Names(string host)
    {
        try
        {
            return Uri.CheckHostName(host) != UriHostNameType.Unknown && Current().TargetCertificate.MatchesHostname(host);
        }
        catch (ArgumentException)
        {
            // Neither a name nor an address.
            return false;
        }
    }

    /// <summary>Returns the certificate for a handshake; reads it again if its files have changed.</summary>
    internal SslStreamCertificateContext Current()
    {
        lock (_lock)
        {
            var now = _files.Look();
            if (now == _version) return _current;
            _version = now;
            try
            {
                _current = CertificateReader.Read(_files, _time.GetUtcNow());
            }
            catch (CertificateException e)
            {
                _warn($"{e.Message}. The previous certificate stays in use.");
            }
            return _current;
        }
    }
}
