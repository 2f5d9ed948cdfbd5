using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;
using Accelerator.Cli.Gateway;

namespace Accelerator.Cli.Tests.Gateway;

/// <summary>The token and the certificate of <c>ftpx gateway --http</c>.</summary>
public sealed class HttpSecretsTests : IDisposable
{
    private const string Text = "0123456789abcdef";

    private readonly TestEnvironment _environment = new();

    public void Dispose() => _environment.Dispose();

    [Fact]
    public void The_token_of_the_file_counts_and_without_one_that_of_the_environment()
    {
        Assert.Null(Token(Local));
        _environment.Variables["FTPX_GATEWAY_TOKEN"] = "in the environment, and no token";
        _environment.Write("token.txt", $"{Text}\r\n");
        Assert.NotNull(Token(Local with { HttpTokenFile = "token.txt" }));
        _environment.Variables["FTPX_GATEWAY_TOKEN"] = Text;
        Assert.NotNull(Token(Local));
        // There is no HTTP.
        Assert.Null(Token(Local with { Http = null }));
    }

    [Theory]
    [InlineData("", "Other computers can reach 0.0.0.0, and HTTP has no token: add --http-token-file FILE, or set FTPX_GATEWAY_TOKEN.")]
    [InlineData("none", "--http-token-file cannot be read: Could not find file ")]
    [InlineData("empty", "--http-token-file empty is not a token: use one line of 16 to 512 characters without spaces, such as 64 random hexadecimal digits.")]
    [InlineData("lines", "--http-token-file lines is not a token: ")]
    [InlineData("large", "--http-token-file large is not a token: ")]
    [InlineData("short", "FTPX_GATEWAY_TOKEN is not a token: ")]
    public void An_invalid_token_is_refused_without_being_shown(string file, string sentence)
    {
        _environment.Write("empty", "\n");
        _environment.Write("lines", $"{Text}\n{Text}\n");
        _environment.Write("large", new string('x', 5000));
        if (file == "short") _environment.Variables["FTPX_GATEWAY_TOKEN"] = Text[1..];
        var options = Local with { Http = new IPEndPoint(IPAddress.Any, 8443), HttpTokenFile = file is "" or "short" ? null : file };
        var refusal = Assert.Throws<UsageException>(() => Token(options)).Message;
        Assert.StartsWith(sentence, refusal);
        Assert.DoesNotContain(Text[1..], refusal);
    }

    [Fact]
    public void A_folder_in_place_of_the_token_is_named_as_one()
    {
        Directory.CreateDirectory(Path.Combine(_environment.Folder, "folder"));
        var refusal = Assert.Throws<UsageException>(() => Token(Local with { HttpTokenFile = "folder" })).Message;
        Assert.StartsWith("--http-token-file cannot be read: ", refusal);
        Assert.EndsWith("folder is a folder, not a file.", refusal);
    }

    [Theory]
    [InlineData("none", "--http-key: The key cannot be read: Could not find file ")]
    [InlineData("", "--http-key: The key cannot be read: ")]
    public void A_key_that_cannot_be_read_is_the_fault_of_its_option(string key, string sentence)
    {
        _environment.Write("c.pem", "-----BEGIN CERTIFICATE-----\n");
        var options = Local with { HttpCertificate = "c.pem", HttpKey = Path.Combine(_environment.Folder, key) };
        var refusal = Assert.Throws<UsageException>(() => Certificate(options)).Message;
        Assert.StartsWith(sentence, refusal);
        Assert.Equal(key.Length == 0, refusal.EndsWith(" is a folder, not a file.", StringComparison.Ordinal));
    }

    [Fact]
    public void A_certificate_with_a_password_is_read_and_a_wrong_one_is_refused_with_what_to_give()
    {
        using var key = ECDsa.Create(ECCurve.NamedCurves.nistP256);
        using var made = new CertificateRequest("CN=gateway.example.org", key, HashAlgorithmName.SHA256)
            .CreateSelfSigned(new DateTimeOffset(2020, 1, 1, 0, 0, 0, TimeSpan.Zero), new DateTimeOffset(2120, 1, 1, 0, 0, 0, TimeSpan.Zero));
        File.WriteAllBytes(Path.Combine(_environment.Folder, "c.pfx"), made.Export(X509ContentType.Pfx, "geheim"));
        var options = Local with { HttpCertificate = "c.pfx" };
        Assert.Null(Certificate(Local));
        var refusal = Assert.Throws<UsageException>(() => Certificate(options)).Message;
        Assert.StartsWith($"--http-certificate: The key in {Path.Combine(_environment.Folder, "c.pfx")} cannot be read without a password (", refusal);
        Assert.EndsWith("): set FTPX_GATEWAY_KEY_PASSWORD.", refusal);
        _environment.Variables["FTPX_GATEWAY_KEY_PASSWORD"] = "geheim";
        Assert.True(Certificate(options)!.Names("gateway.example.org"));
        Assert.StartsWith(
            "--http-certificate: The certificate cannot be read: ", Assert.Throws<UsageException>(() => Certificate(Local with { HttpCertificate = "none" })).Message);
    }

    private static GatewayOptions Local => new() { Http = new IPEndPoint(IPAddress.Loopback, 8443) };

    private Accelerator.Gateway.Settings.AccessToken? Token(GatewayOptions options) => new HttpSecrets(options, _environment.Value).Token();

    private Accelerator.Gateway.Tls.ServerCertificate? Certificate(GatewayOptions options) =>
        new HttpSecrets(options, _environment.Value).Certificate(sentence => Assert.Fail(sentence));
}
