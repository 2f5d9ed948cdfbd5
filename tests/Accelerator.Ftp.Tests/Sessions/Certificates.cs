namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Self-signed certificates that nobody trusts.</summary>
internal static class Certificates
{
    /// <summary>For the address the scripted servers listen on.</summary>
    public static X509Certificate2 Server { get; } = Create("127.0.0.1");

    /// <summary>For the same address, with another key.</summary>
    public static X509Certificate2 Other { get; } = Create("127.0.0.1");

    /// <summary>For another server.</summary>
    public static X509Certificate2 OtherName { get; } = Create("192.0.2.7");

    private static X509Certificate2 Create(string address)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=ftp.example", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Parse(address));
        request.CertificateExtensions.Add(names.Build());
        using var ephemeral = request.CreateSelfSigned(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(2120, 1, 1, 0, 0, 0, TimeSpan.Zero));
        // Windows serves TLS only with a key that has been through a store or a file.
        return new X509Certificate2(ephemeral.Export(X509ContentType.Pfx));
    }
}
