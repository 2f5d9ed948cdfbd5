using System.Security.Cryptography.X509Certificates;

namespace Accelerator.Gateway.Tests.Tls;

/// <summary>The certificate of HTTPS: its forms, what cannot be used, and its renewal.</summary>
public sealed class ServerCertificateTests : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly List<string> _warnings = [];

    public void Dispose() => _folder.Dispose();

    [Theory]
    [InlineData("pfx")]
    [InlineData("pfx with a password")]
    [InlineData("pem")]
    [InlineData("pem and key")]
    [InlineData("pem and encrypted key")]
    public void Each_form_of_a_certificate_is_read_with_its_key(string form)
    {
        using var made = CertificateSamples.Create();
        var (path, key) = (Write("c", form switch
        {
            "pfx" => made.Export(X509ContentType.Pfx),
            "pfx with a password" => made.Export(X509ContentType.Pfx, CertificateSamples.Password),
            "pem" => Encoding.ASCII.GetBytes(CertificateSamples.Pem(made)),
            _ => Encoding.ASCII.GetBytes(made.ExportCertificatePem()),
        }), form switch
        {
            "pem and key" => Write("k", CertificateSamples.Pem(made)),
            "pem and encrypted key" => Write("k", CertificateSamples.EncryptedKey(made)),
            _ => null,
        });
        var read = Load(path, key, form is "pfx with a password" or "pem and encrypted key" ? CertificateSamples.Password : null);
        Assert.True(read.Current().TargetCertificate.HasPrivateKey);
        Assert.Equal(made.Thumbprint, read.Current().TargetCertificate.Thumbprint);
        Assert.True(read.Names("127.0.0.1") && read.Names("Gateway.example.org"));
        foreach (var other in new[] { "example.org", "127.0.0.2", "", "a b", "127.0.0.1:80", "[::1]", "*" }) Assert.False(read.Names(other));
    }

    [Theory]
    [InlineData("missing", "The certificate cannot be read: ")]
    [InlineData("folder", "The certificate cannot be read: ")]
    [InlineData("no certificate", "CERT is neither a PEM file nor a PFX file: choose the file of the certificate")]
    [InlineData("damaged", "The certificate in CERT is damaged (no complete certificate): get it again from its issuer")]
    [InlineData("request", "CERT is a request for a certificate: use the certificate that was issued for it")]
    [InlineData("der", "CERT is a certificate in DER, without a key: convert it to PEM, and name the file of its key with --http-key")]
    [InlineData("key in place of the certificate", "CERT holds no certificate in PEM: choose the file of the certificate")]
    [InlineData("no key", "CERT holds no private key: name the file of the key with --http-key")]
    [InlineData("certificate in place of the key", "KEY holds no private key in PEM: choose the file of the key", true)]
    [InlineData("another key", "The key in KEY does not belong to the certificate in CERT, or is damaged: use the key that the certificate was issued for", true)]
    [InlineData("another kind of key", "The key in KEY does not belong to the certificate in CERT, or is damaged: use the key that the certificate was issued for", true)]
    [InlineData("another encrypted key", "The key in KEY does not belong to the certificate in CERT, or is damaged: use the key that the certificate was issued for", true)]
    [InlineData("encrypted key", "The key in KEY is encrypted, and there is no password: set FTPX_GATEWAY_KEY_PASSWORD", true)]
    [InlineData("encrypted key, wrong password", "The key in KEY cannot be read with the password (", true)]
    [InlineData("old encrypted key", "The key in KEY is encrypted in an old form: convert it with openssl pkcs8 -topk8 -in KEY -out NEW, and use NEW", true)]
    [InlineData("pfx", "The key in CERT cannot be read without a password (")]
    [InlineData("pfx, wrong password", "The key in CERT cannot be read with the password (")]
    [InlineData("pfx without a key", "CERT holds no private key: export the certificate with its key")]
    [InlineData("pfx and a key", "CERT is a PFX file, which holds the key itself: omit --http-key, or use the certificate in PEM")]
    [InlineData("expired", "The certificate CERT expired on 2024-01-01: renew it")]
    [InlineData("large", "CERT is not a certificate: it is larger than 1 MiB")]
    public void An_unusable_certificate_is_refused_with_the_file_the_reason_and_what_to_do(string fault, string reason, bool isOfKey = false)
    {
        using var made = CertificateSamples.Create(fault == "expired" ? 2024 : 2120);
        using var other = CertificateSamples.Create();
        using var rsa = System.Security.Cryptography.RSA.Create(2048);
        var path = fault switch
        {
            "missing" => _folder.File("none"),
            "folder" => _folder.Path,
            "no certificate" => Write("c", "hello"),
            "damaged" => Write("c", made.ExportCertificatePem()[..100]),
            "request" => Write("c", "-----BEGIN CERTIFICATE REQUEST-----\n"),
            "der" => Write("c", made.Export(X509ContentType.Cert)),
            "key in place of the certificate" => Write("c", other.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem()),
            _ when fault.StartsWith("pfx without", StringComparison.Ordinal) => Write("c", new X509Certificate2Collection(PublicPartOf(made)).Export(X509ContentType.Pfx)!),
            _ when fault.StartsWith("pfx", StringComparison.Ordinal) => Write("c", made.Export(X509ContentType.Pfx, CertificateSamples.Password)),
            "large" => Write("c", new byte[(1 << 20) + 1]),
            "expired" => Write("c", CertificateSamples.Pem(made)),
            _ => Write("c", made.ExportCertificatePem()),
        };
        var key = fault switch
        {
            "another key" or "pfx and a key" => Write("k", CertificateSamples.Pem(other)),
            "another kind of key" => Write("k", rsa.ExportPkcs8PrivateKeyPem()),
            "another encrypted key" => Write("k", CertificateSamples.EncryptedKey(other)),
            "encrypted key" or "encrypted key, wrong password" => Write("k", CertificateSamples.EncryptedKey(made)),
            "old encrypted key" => Write("k", "-----BEGIN EC PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n-----END EC PRIVATE KEY-----\n"),
            "certificate in place of the key" => Write("k", made.ExportCertificatePem()),
            _ => null,
        };
        var password = fault == "another encrypted key" ? CertificateSamples.Password : fault.EndsWith("wrong password", StringComparison.Ordinal) ? "x" : null;
        var refusal = Assert.Throws<CertificateException>(() => Load(path, key, password));
        Assert.StartsWith(reason.Replace("CERT", path).Replace("KEY ", $"{key} "), refusal.Message);
        Assert.Equal(isOfKey, refusal.IsOfKey);
        if (fault == "folder") Assert.Contains(path, refusal.Message);
        if (fault == "pfx") Assert.EndsWith("): set FTPX_GATEWAY_KEY_PASSWORD", refusal.Message);
        if (password == "x") Assert.EndsWith("): check FTPX_GATEWAY_KEY_PASSWORD", refusal.Message);
    }

    [Fact]
    public void A_renewed_certificate_is_loaded_and_an_unusable_one_leaves_the_old_one_in_use()
    {
        using var first = CertificateSamples.Create();
        using var second = CertificateSamples.Create();
        var path = Write("c", CertificateSamples.Pem(first));
        var read = Load(path, null, null);
        Renew(path, CertificateSamples.Pem(second), days: 1);
        Assert.Equal(second.Thumbprint, read.Current().TargetCertificate.Thumbprint);
        Renew(path, second.ExportCertificatePem(), days: 2);
        for (var i = 0; i < 3; i++) Assert.Equal(second.Thumbprint, read.Current().TargetCertificate.Thumbprint);
        Assert.EndsWith(" The previous certificate stays in use.", Assert.Single(_warnings));
        File.Delete(path);
        Assert.Equal(second.Thumbprint, read.Current().TargetCertificate.Thumbprint);
        Renew(path, CertificateSamples.Pem(first), days: 3);
        Assert.Equal(first.Thumbprint, read.Current().TargetCertificate.Thumbprint);
    }

    private static X509Certificate2 PublicPartOf(X509Certificate2 made) => X509Certificate2.CreateFromPem(made.ExportCertificatePem());

    private static void Renew(string path, string text, int days)
    {
        File.WriteAllText(path, text);
        // Two writes may have the same time, and two certificates the same length.
        File.SetLastWriteTimeUtc(path, new DateTime(2026, 1, days, 0, 0, 0, DateTimeKind.Utc));
    }

    private ServerCertificate Load(string path, string? key, string? password) =>
        ServerCertificate.Load(path, key, password, CertificateSamples.Names, TimeProvider.System, _warnings.Add);

    private string Write(string name, string text) => Write(name, Encoding.ASCII.GetBytes(text));

    private string Write(string name, byte[] bytes)
    {
        File.WriteAllBytes(_folder.File(name), bytes);
        return _folder.File(name);
    }
}
