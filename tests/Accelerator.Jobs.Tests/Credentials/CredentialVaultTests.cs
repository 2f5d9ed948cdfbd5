using System.Security.Cryptography;
using Accelerator.Jobs.Credentials;

namespace Accelerator.Jobs.Tests.Credentials;

[UnsupportedOSPlatform("windows")]
public sealed class CredentialVaultTests : IDisposable
{
    private readonly TempFolder _folder = new();
    private readonly CredentialVault _vault;

    public CredentialVaultTests() => _vault = new CredentialVault(_folder.Path, new FakeTime());

    private string Secrets => _folder.File("credentials");

    public void Dispose()
    {
        _vault.Dispose();
        _folder.Dispose();
    }

    [Fact]
    public async Task A_secret_is_kept_read_replaced_and_forgotten()
    {
        Assert.Empty(_vault.List());
        await _vault.SetAsync("Kim", "pä ss\"", CancellationToken.None);
        await _vault.SetAsync("archive", "1", CancellationToken.None);
        Assert.Equal(["archive", "kim"], _vault.List());
        Assert.Equal("pä ss\"", await _vault.ReadAsync("kim", CancellationToken.None));
        await _vault.SetAsync("KIM", "2", CancellationToken.None);
        Assert.Equal("2", await _vault.ReadAsync("kIm", CancellationToken.None));
        await _vault.RemoveAsync("kim", CancellationToken.None);
        Assert.Equal(["archive"], _vault.List());
        Assert.Equal(CredentialFailure.Unknown, (await FailureAsync(() => _vault.ReadAsync("kim", CancellationToken.None))).Kind);
        Assert.Equal(CredentialFailure.Unknown, (await FailureAsync(() => _vault.RemoveAsync("kim", CancellationToken.None))).Kind);
    }

    [Fact]
    public async Task Its_files_are_private_to_their_owner()
    {
        await _vault.SetAsync("kim", "x", CancellationToken.None);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Secrets));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(Path.Combine(Secrets, "kim.secret")));
        Assert.Equal(["kim.secret"], Directory.GetFiles(Secrets).Select(path => Path.GetFileName(path)));
    }

    [Fact]
    public async Task A_name_is_a_word_and_nothing_else()
    {
        foreach (var name in (string[])["", "..", "../kim", "a/b", "a b", "kim.secret", "a\0", "ünder"])
        {
            Assert.Equal((name, CredentialFailure.Wrong), (name, (await FailureAsync(() => _vault.SetAsync(name, "x", CancellationToken.None))).Kind));
            Assert.Equal((name, CredentialFailure.Wrong), (name, (await FailureAsync(() => _vault.ReadAsync(name, CancellationToken.None))).Kind));
        }
        Assert.False(Directory.Exists(Secrets));
    }

    [Fact]
    public async Task A_secret_that_FTP_cannot_carry_is_refused_and_never_repeated()
    {
        foreach (var secret in (string[])["", "a\nQUIT", "a\rb", "a\0"])
        {
            var failure = await FailureAsync(() => _vault.SetAsync("kim", secret, CancellationToken.None));
            Assert.Equal((secret, CredentialFailure.Wrong), (secret, failure.Kind));
            Assert.DoesNotContain("QUIT", failure.ToString());
        }
    }

    [Fact]
    public async Task A_secret_has_a_maximum_length()
    {
        await _vault.SetAsync("kim", new string('x', CredentialVault.LongestSecret), CancellationToken.None);
        Assert.Equal(CredentialFailure.Wrong, (await FailureAsync(() => _vault.SetAsync("kim", new string('x', CredentialVault.LongestSecret + 1), CancellationToken.None))).Kind);
        Assert.Equal(CredentialVault.LongestSecret, (await _vault.ReadAsync("kim", CancellationToken.None)).Length);
    }

    [Fact]
    public async Task A_secret_sealed_elsewhere_or_for_another_name_is_reported_and_not_used()
    {
        using var vault = new CredentialVault(_folder.Path, new TestSeal(), new FakeTime());
        await vault.SetAsync("kim", "geheim", CancellationToken.None);
        Assert.DoesNotContain("geheim", await File.ReadAllTextAsync(Path.Combine(Secrets, "kim.secret")));
        Assert.Equal("geheim", await vault.ReadAsync("KIM", CancellationToken.None));
        File.Copy(Path.Combine(Secrets, "kim.secret"), Path.Combine(Secrets, "lee.secret"));
        Assert.Equal(CredentialFailure.Sealed, (await FailureAsync(() => vault.ReadAsync("lee", CancellationToken.None))).Kind);
        await File.WriteAllBytesAsync(Path.Combine(Secrets, "kim.secret"), new byte[100_000]);
        Assert.Equal(CredentialFailure.Sealed, (await FailureAsync(() => vault.ReadAsync("kim", CancellationToken.None))).Kind);
    }

    [Fact]
    public async Task A_server_s_login_is_its_user_with_the_secret_of_its_credential()
    {
        await _vault.SetAsync("kim", "geheim", CancellationToken.None);
        var login = await _vault.LoginAsync(Server("pull", "kim"), CancellationToken.None);
        Assert.Equal(("pull", "geheim"), (login.User, login.Password));
        Assert.Equal(FtpCredential.Anonymous, await _vault.LoginAsync(Server(null, null), CancellationToken.None));
        Assert.Equal("", (await _vault.LoginAsync(Server("pull", null), CancellationToken.None)).Password);
        Assert.Equal(CredentialFailure.Unknown, (await FailureAsync(() => _vault.LoginAsync(Server("pull", "lee"), CancellationToken.None))).Kind);
    }

    private static ServerDefinition Server(string? user, string? credential) => new("s", new FtpEndpoint(IPAddress.Loopback.ToString(), 21, FtpSecurity.None), user, credential, 8, []);

    private static Task<CredentialException> FailureAsync(Func<Task> work) => Assert.ThrowsAsync<CredentialException>(work);

    /// <summary>A substitute for DPAPI that is as strict.</summary>
    private sealed class TestSeal : ISecretSeal
    {
        public byte[] Seal(string name, byte[] secret) => [.. Encoding.UTF8.GetBytes(name + ":"), .. secret.Select(value => (byte)(value ^ 0x5a))];

        public byte[] Open(string name, byte[] seal)
        {
            var head = Encoding.UTF8.GetBytes(name + ":");
            return seal.AsSpan().StartsWith(head) ? [.. seal[head.Length..].Select(value => (byte)(value ^ 0x5a))] : throw new CryptographicException("Key not valid for use in specified state.");
        }
    }
}
