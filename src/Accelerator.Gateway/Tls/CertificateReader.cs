using System.Globalization;
using System.Net.Security;
using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using System.Text;

namespace Accelerator.Gateway.Tls;

/// <summary>Reads a certificate with its key and issuers. Its errors name the file, the cause and the remedy.</summary>
internal static class CertificateReader
{
    // A key, a certificate and some issuers are a few KiB.
    private const long Longest = 1 << 20;

    private const string Begin = "-----BEGIN ";
    private const string EncryptedKey = Begin + "ENCRYPTED PRIVATE KEY-----";

    // The first line of a key that OpenSSL before 1.0 encrypted (RFC 1421). The runtime does not read such keys.
    private const string OldEncryption = "Proc-Type: 4,ENCRYPTED";

    /// <summary>Reads the files.</summary>
    /// <exception cref="CertificateException">They hold no certificate with its key, or it has expired.</exception>
    public static SslStreamCertificateContext Read(CertificateFiles files, DateTimeOffset now)
    {
        var bytes = ReadAll(files.Path, isKey: false);
        var text = Encoding.Latin1.GetString(bytes);
        var (own, all) = text.Contains(Begin, StringComparison.Ordinal) ? ReadPem(files, text) : ReadPfx(files, bytes);
        var end = own.NotAfter.ToUniversalTime();
        if (end < now.UtcDateTime)
        {
            throw new CertificateException(
                string.Create(CultureInfo.InvariantCulture, $"The certificate {files.Path} expired on {end:yyyy-MM-dd}: renew it"));
        }
        return SslStreamCertificateContext.Create(own, [.. all.Where(one => !one.Equals(own))], offline: true);
    }

    private static (X509Certificate2 Own, X509Certificate2Collection All) ReadPfx(CertificateFiles files, byte[] bytes)
    {
        switch (KindOf(bytes))
        {
            case X509ContentType.Cert:
                throw new CertificateException(
                    $"{files.Path} is a certificate in DER, without a key: convert it to PEM, and name the file of its key with "
                        + files.Names.Key);
            case not X509ContentType.Pfx:
                throw new CertificateException($"{files.Path} is neither a PEM file nor a PFX file: choose the file of the certificate");
        }
        if (files.KeyPath is not null)
        {
            throw new CertificateException(
                $"{files.Path} is a PFX file, which holds the key itself: omit {files.Names.Key}, or use the certificate in PEM");
        }
        X509Certificate2Collection all = [];
        try
        {
            all.Import(bytes, files.Password, X509KeyStorageFlags.DefaultKeySet);
        }
        catch (CryptographicException e)
        {
            throw Locked(files, files.Path, isKey: false, e);
        }
        return (all.FirstOrDefault(one => one.HasPrivateKey) ?? throw new CertificateException(
            $"{files.Path} holds no private key: export the certificate with its key"), all);
    }

    private static (X509Certificate2 Own, X509Certificate2Collection All) ReadPem(CertificateFiles files, string text)
    {
        if (!text.Contains(Begin + "CERTIFICATE-----", StringComparison.Ordinal))
        {
            throw new CertificateException(
                text.Contains(Begin + "CERTIFICATE REQUEST-----", StringComparison.Ordinal)
                    ? $"{files.Path} is a request for a certificate: use the certificate that was issued for it"
                    : $"{files.Path} holds no certificate in PEM: choose the file of the certificate");
        }
        var key = files.KeyPath is { } path ? Encoding.Latin1.GetString(ReadAll(path, isKey: true)) : text;
        try
        {
            X509Certificate2Collection all = [];
            all.ImportFromPem(text);
            return all.Count > 0 ? (ReadPem(files, text, key), all) : throw Damaged("no complete certificate", null);
        }
        catch (CryptographicException e)
        {
            throw Damaged(Reason(e), e);
        }

        CertificateException Damaged(string reason, Exception? cause) =>
            new($"The certificate in {files.Path} is damaged ({reason}): get it again from its issuer", cause);
    }

    private static X509Certificate2 ReadPem(CertificateFiles files, string text, string key)
    {
        var (file, isKey) = (files.KeyPath ?? files.Path, files.KeyPath is not null);
        if (!key.Contains("PRIVATE KEY-----", StringComparison.Ordinal))
        {
            throw new CertificateException(
                isKey ? $"{file} holds no private key in PEM: choose the file of the key"
                    : $"{file} holds no private key: name the file of the key with {files.Names.Key}")
            {
                IsOfKey = isKey,
            };
        }
        if (key.Contains(OldEncryption, StringComparison.Ordinal))
        {
            throw new CertificateException(
                $"The key in {file} is encrypted in an old form: convert it with openssl pkcs8 -topk8 -in {file} -out NEW, and use NEW")
            {
                IsOfKey = isKey,
            };
        }
        var isEncrypted = key.Contains(EncryptedKey, StringComparison.Ordinal);
        if (isEncrypted && files.Password is null) throw Locked(files, file, isKey, null);
        try
        {
            using var read = isEncrypted
                ? X509Certificate2.CreateFromEncryptedPem(text, key, files.Password) : X509Certificate2.CreateFromPem(text, key);
            // On Windows a server can use a key for TLS only after it has been exported to a store or a file.
            return new X509Certificate2(read.Export(X509ContentType.Pfx));
        }
        // ArgumentException, also as the cause: the key was read, and is another certificate's.
        catch (CryptographicException e) when (isEncrypted && e.InnerException is not ArgumentException)
        {
            throw Locked(files, file, isKey, e);
        }
        catch (Exception e) when (e is CryptographicException or ArgumentException)
        {
            throw new CertificateException(
                $"The key in {file} does not belong to the certificate in {files.Path}, or is damaged: use the key that the certificate "
                    + "was issued for",
                e)
            {
                IsOfKey = isKey,
            };
        }
    }

    private static CertificateException Locked(CertificateFiles files, string file, bool isKey, Exception? cause) => new(
        cause is null ? $"The key in {file} is encrypted, and there is no password: set {files.Names.Password}"
            : files.Password is null
                ? $"The key in {file} cannot be read without a password ({Reason(cause)}): set {files.Names.Password}"
            : $"The key in {file} cannot be read with the password ({Reason(cause)}): check {files.Names.Password}",
        cause)
    {
        IsOfKey = isKey,
    };

    private static X509ContentType KindOf(byte[] bytes)
    {
        try
        {
            return X509Certificate2.GetCertContentType(bytes);
        }
        catch (CryptographicException)
        {
            return X509ContentType.Unknown;
        }
    }

    private static string Reason(Exception cause) => cause.Message.TrimEnd('.');

    private static byte[] ReadAll(string path, bool isKey)
    {
        var what = isKey ? "key" : "certificate";
        // For a folder the system reports that the file does not exist, or that access is denied.
        if (Directory.Exists(path)) throw Unusable($"The {what} cannot be read: {path} is a folder, not a file");
        try
        {
            var length = new FileInfo(path).Length;
            return length <= Longest ? File.ReadAllBytes(path) : throw Unusable($"{path} is not a {what}: it is larger than 1 MiB");
        }
        catch (Exception e) when (e is IOException and not CertificateException or UnauthorizedAccessException)
        {
            throw Unusable($"The {what} cannot be read: {e.Message.TrimEnd('.')}", e);
        }

        CertificateException Unusable(string message, Exception? cause = null) => new(message, cause) { IsOfKey = isKey };
    }
}
