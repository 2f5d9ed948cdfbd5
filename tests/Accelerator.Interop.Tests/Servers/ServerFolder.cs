using System.Security.Cryptography.X509Certificates;

namespace Accelerator.Interop.Tests.Servers;

/// <summary>
/// The private folder of one server instance: what it serves, its configuration, its log. Gone when disposed.
/// Only <see cref="Served"/> is readable for the unprivileged account that sessions run as.
/// </summary>
internal sealed class ServerFolder : IDisposable
{
    // A disk would put its own speed and its noise into every transfer; tmpfs does not.
    private static readonly string Parent = Directory.Exists("/dev/shm") ? "/dev/shm" : Path.GetTempPath();

    private readonly string _path = Path.Combine(Parent, "ftpx-server-" + Path.GetRandomFileName());

    public ServerFolder()
    {
        Served = Directory.CreateDirectory(Path.Combine(_path, "served")).FullName;
        Empty = Directory.CreateDirectory(Path.Combine(_path, "empty")).FullName;
    }

    /// <summary>The folder that the server serves as its root.</summary>
    public string Served { get; }

    /// <summary>An empty folder without write access, for a daemon's chroot.</summary>
    public string Empty { get; }

    /// <summary>Gets the full path of a file beside the served folder, which clients cannot reach.</summary>
    public string File(string name) => Path.Combine(_path, name);

    /// <summary>Writes a file only its owner may read (daemons refuse password files that others may).</summary>
    public string Write(string name, IEnumerable<string> lines)
    {
        var file = File(name);
        System.IO.File.WriteAllLines(file, lines);
        if (!OperatingSystem.IsWindows())
            System.IO.File.SetUnixFileMode(file, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        return file;
    }

    /// <summary>Makes <c>certificate.pem</c>: a self-signed certificate for <paramref name="address"/> and localhost, and its key, in one file.</summary>
    public string WriteCertificate(IPAddress address)
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        var request = new CertificateRequest($"CN={address}", key, HashAlgorithmName.SHA256);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(address);
        names.AddDnsName("localhost");
        request.CertificateExtensions.Add(names.Build());
        request.CertificateExtensions.Add(new X509BasicConstraintsExtension(true, false, 0, true));
        var now = TimeProvider.System.GetUtcNow();
        using var certificate = request.CreateSelfSigned(now.AddDays(-1), now.AddDays(2));
        return Write("certificate.pem", [key.ExportPkcs8PrivateKeyPem(), certificate.ExportCertificatePem()]);
    }

    public void Dispose()
    {
        if (Directory.Exists(_path))
            Directory.Delete(_path, recursive: true);
    }
}
