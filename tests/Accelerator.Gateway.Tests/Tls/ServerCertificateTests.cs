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
    [InlineData("no certificate", "holds no usable certificate and key (")]
    [InlineData("no key", "holds no usable certificate and key (")]
    [InlineData("another key", "holds no usable certificate and key (")]
    [InlineData("wrong password", "holds no usable certificate and key (")]
    [InlineData("pfx without a key", "holds no private key: export the certificate with its key")]
    [InlineData("pfx and a key", "is no PEM file: a key of its own belongs to a certificate in PEM")]
    [InlineData("expired", "expired on 2024-01-01: renew it")]
    [InlineData("large", "is no certificate: it is larger than 1 MiB")]
    public void An_unusable_certificate_is_refused_with_the_reason(string fault, string reason)
    {
        using var made = CertificateSamples.Create(fault == "expired" ? 2024 : 2120);
        using var other = CertificateSamples.Create();
        var path = fault switch
        {
            "missing" => _folder.File("none"),
            "folder" => _folder.Path,
            "no certificate" => Write("c", "hello"),
            "no key" or "another key" => Write("c", made.ExportCertificatePem()),
            "wrong password" or "pfx and a key" => Write("c", made.Export(X509ContentType.Pfx, CertificateSamples.Password)),
            "pfx without a key" => Write("c", new X509Certificate2Collection(PublicPartOf(made)).Export(X509ContentType.Pfx)!),
            "large" => Write("c", new byte[(1 << 20) + 1]),
            _ => Write("c", CertificateSamples.Pem(made)),
        };
        var key = fault is "another key" or "pfx and a key" ? Write("k", CertificateSamples.Pem(other)) : null;
        var refusal = Assert.Throws<CertificateException>(() => Load(path, key, fault == "wrong password" ? "x" : null));
        Assert.Contains(reason, refusal.Message);
        if (fault != "missing") Assert.Contains(path, refusal.Message);
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
        Assert.EndsWith(" The certificate from before stays in use.", Assert.Single(_warnings));
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
        ServerCertificate.Load(path, key, password, TimeProvider.System, _warnings.Add);

    private string Write(string name, string text) => Write(name, Encoding.ASCII.GetBytes(text));

    private string Write(string name, byte[] bytes)
    {
        File.WriteAllBytes(_folder.File(name), bytes);
        return _folder.File(name);
    }
}
