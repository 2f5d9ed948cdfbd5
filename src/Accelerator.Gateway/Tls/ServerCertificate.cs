using System.Globalization;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Accelerator.Gateway.Tls;

/// <summary>
/// The certificate that a gateway shows to its clients, with its key and the certificates of its issuers, from files. They are read again
/// when they change, so that a renewed certificate needs no restart. Thread-safe.
/// </summary>
public sealed class ServerCertificate
{
    // A key, a certificate and some issuers are a few KiB.
    private const long Longest = 1 << 20;

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
        _current = Read(files, time.GetUtcNow());
    }

    /// <summary>Reads a certificate and its key.</summary>
    /// <param name="path">A PFX file (PKCS #12), or a PEM file with the certificate and then those of its issuers.</param>
    /// <param name="keyPath">The PEM file of the key; null if the key is in <paramref name="path"/>.</param>
    /// <param name="password">The password of the PFX file or of the key; null for none.</param>
    /// <param name="time">Clock.</param>
    /// <param name="warn">Receives a sentence if the files have changed and cannot be used; the certificate from before stays.</param>
    /// <exception cref="CertificateException">The files hold no certificate with its key, or it has expired.</exception>
    public static ServerCertificate Load(string path, string? keyPath, string? password, TimeProvider time, Action<string> warn)
    {
        ArgumentNullException.ThrowIfNull(path);
        ArgumentNullException.ThrowIfNull(time);
        ArgumentNullException.ThrowIfNull(warn);
        return new ServerCertificate(new CertificateFiles(path, keyPath, password), time, warn);
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
                _current = Read(_files, _time.GetUtcNow());
            }
            catch (CertificateException e)
            {
                _warn($"{e.Message}. The certificate from before stays in use.");
            }
            return _current;
        }
    }

    private static SslStreamCertificateContext Read(CertificateFiles files, DateTimeOffset now)
    {
        X509Certificate2Collection all = [];
        X509Certificate2 own;
        try
        {
            var bytes = ReadAll(files.Path, isKey: false);
            var text = Encoding.Latin1.GetString(bytes);
            if (text.Contains("-----BEGIN ", StringComparison.Ordinal))
            {
                var key = files.KeyPath is { } path ? Encoding.Latin1.GetString(ReadAll(path, isKey: true)) : text;
                own = ReadPem(text, key, files.Password);
                all.ImportFromPem(text);
            }
            else
            {
                if (files.KeyPath is not null)
                    throw new CertificateException($"{files.Path} is no PEM file: a key of its own belongs to a certificate in PEM");
                all.Import(bytes, files.Password, X509KeyStorageFlags.DefaultKeySet);
                own = all.FirstOrDefault(one => one.HasPrivateKey)
                    ?? throw new CertificateException($"{files.Path} holds no private key: export the certificate with its key");
            }
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            // ArgumentException: the key is another certificate's.
            throw new CertificateException(
                $"{files.Path} holds no usable certificate and key ({e.Message.TrimEnd('.')}): give a PFX file, or PEM files of the "
                    + "certificate and its key, and the password if they have one", e);
        }
        var end = own.NotAfter.ToUniversalTime();
        if (end < now.UtcDateTime)
        {
            throw new CertificateException(
                string.Create(CultureInfo.InvariantCulture, $"The certificate {files.Path} expired on {end:yyyy-MM-dd}: renew it"));
        }
        return SslStreamCertificateContext.Create(own, [.. all.Where(one => !one.Equals(own))], offline: true);
    }

    private static X509Certificate2 ReadPem(string text, string key, string? password)
    {
        using var read = key.Contains("-----BEGIN ENCRYPTED PRIVATE KEY", StringComparison.Ordinal)
            ? X509Certificate2.CreateFromEncryptedPem(text, key, password ?? "") : X509Certificate2.CreateFromPem(text, key);
        // On Windows a server can use a key for TLS only after it has been exported to a store or a file.
        return new X509Certificate2(read.Export(X509ContentType.Pfx));
    }

    private static byte[] ReadAll(string path, bool isKey)
    {
        var what = isKey ? "key" : "certificate";
        // For a folder the system reports that the file does not exist, or that access is denied.
        if (Directory.Exists(path)) throw Unusable($"The {what} cannot be read: {path} is a folder, not a file");
        try
        {
            var length = new FileInfo(path).Length;
            return length <= Longest ? File.ReadAllBytes(path) : throw Unusable($"{path} is no {what}: it is larger than 1 MiB");
        }
        catch (Exception e) when (e is IOException and not CertificateException or UnauthorizedAccessException)
        {
            throw Unusable($"The {what} cannot be read: {e.Message.TrimEnd('.')}", e);
        }

        CertificateException Unusable(string message, Exception? cause = null) => new(message, cause) { IsOfKey = isKey };
    }
}
