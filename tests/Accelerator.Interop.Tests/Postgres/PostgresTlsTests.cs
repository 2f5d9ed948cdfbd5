using System.Security.Cryptography.X509Certificates;

namespace Accelerator.Interop.Tests.Postgres;

/// <summary>A real server, as one of several hosts of which another is not this computer: the strict rule holds for all of them.</summary>
public sealed class PostgresTlsTests : IDisposable
{
    private readonly TempFolder _folder = new();

    [LedgerFact]
    public async Task The_ledger_opens_only_over_TLS_with_a_trusted_certificate_and_by_SCRAM()
    {
        await using var server = await PostgresFixture.StartAsync();
        var connection = server.Connection("public").Replace("Host=127.0.0.1", "Host=127.0.0.1,db.example.invalid", StringComparison.Ordinal) + ";Password=geheim";
        var root = $";Root Certificate={_folder.File("server.crt")}";
        await RefusedAsync(connection);

        await RequireAsync(server, "md5");
        await RefusedAsync(connection);
        await RefusedAsync(connection + root);
        await OpenAsync(connection + root + ";Require Auth=MD5");

        await RequireAsync(server, "scram-sha-256");
        await RefusedAsync(connection);
        await OpenAsync(connection + root);
    }

    public void Dispose() => _folder.Dispose();

    private static async Task OpenAsync(string connection) => await (await JobLedger.OpenAsync(new PostgresDatabase(connection), TimeProvider.System, default)).DisposeAsync();

    private static async Task RefusedAsync(string connection)
    {
        var error = await Assert.ThrowsAsync<LedgerException>(() => OpenAsync(connection));
        Assert.Contains("set SSL Mode or Require Auth in the connection string", error.Message, StringComparison.Ordinal);
    }

    // Encrypted connections need a password of this kind; those of the test without TLS do not.
    private async Task RequireAsync(PostgresServer server, string method)
    {
        using var key = RSA.Create(2048);
        var names = new SubjectAlternativeNameBuilder();
        names.AddIpAddress(IPAddress.Loopback);
        var request = new CertificateRequest("CN=ledger", key, HashAlgorithmName.SHA256, RSASignaturePadding.Pkcs1);
        request.CertificateExtensions.Add(names.Build());
        using var certificate = request.CreateSelfSigned(DateTimeOffset.UtcNow.AddDays(-1), DateTimeOffset.UtcNow.AddDays(1));
        await File.WriteAllTextAsync(_folder.File("server.crt"), certificate.ExportCertificatePem());
        await server.ProtectAsync(method, "geheim", certificate.ExportCertificatePem(), key.ExportPkcs8PrivateKeyPem(), CancellationToken.None);
    }
}
