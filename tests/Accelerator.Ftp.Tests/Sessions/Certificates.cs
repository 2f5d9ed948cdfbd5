namespace Accelerator.Ftp.Tests.Sessions;

/// <summary>Self-signed certificates that no trust store contains.</summary>
internal static class Certificates
{
    /// <summary>The certificate for the address of the scripted servers.</summary>
    public static X509Certificate2 Server { get; } = Create("127.0.0.1");

    /// <summary>A certificate for the same address, with another key.</summary>
    public static X509Certificate2 Other { get; } = Create("127.0.0.1");

    /// <summary>A certificate for another server.</summary>
    public static X509Certificate2 OtherName { get; } = Create("192.0.2.7");

    private static X509Certificate2 Create(string address)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest("CN=ftp.example", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Parse(address));
        request.CertificateExtensions.Add(names.Build());
        using var ephemeral = request.CreateSelfSigned(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(2120, 1, 1, 0, 0, 0, TimeSpan.Zero));
        // On Windows a server can use a key for TLS only after it has been exported to a store or a file.
        return new X509Certificate2(ephemeral.Export(X509ContentType.Pfx));
    }
}
