using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace Accelerator.Gateway.Tests.Tls;

/// <summary>Self-signed certificates for 127.0.0.1 and gateway.example.org.</summary>
internal static class CertificateSamples
{
    public const string Name = "gateway.example.org";

    public const string Password = "geheim";

    public static CertificateSettingNames Names { get; } = new("--http-key", "FTPX_GATEWAY_KEY_PASSWORD");

    /// <summary>A certificate whose key can be exported.</summary>
    public static X509Certificate2 Create(int lastYear = 2120)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={Name}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        names.AddDnsName(Name);
        request.CertificateExtensions.Add(names.Build());
        return request.CreateSelfSigned(
            new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(lastYear, 1, 1, 0, 0, 0, TimeSpan.Zero));
    }

    /// <summary>The certificate and its key in PEM.</summary>
    public static string Pem(X509Certificate2 certificate)
    {
        using var key = certificate.GetECDsaPrivateKey()!;
        return $"{key.ExportPkcs8PrivateKeyPem()}\n{certificate.ExportCertificatePem()}\n";
    }

    /// <summary>The key in PEM, with <see cref="Password"/>.</summary>
    public static string EncryptedKey(X509Certificate2 certificate)
    {
        using var key = certificate.GetECDsaPrivateKey()!;
        return key.ExportEncryptedPkcs8PrivateKeyPem(
            Password, new PbeParameters(PbeEncryptionAlgorithm.Aes256Cbc, HashAlgorithmName.SHA256, 1000));
    }

    /// <summary>A certificate, loaded as a gateway loads it.</summary>
    public static ServerCertificate Load(TempFolder folder)
    {
        using var certificate = Create();
        var path = folder.File("gateway.pem");
        File.WriteAllText(path, Pem(certificate));
        return ServerCertificate.Load(path, null, null, Names, TimeProvider.System, sentence => Assert.Fail(sentence));
    }
}
