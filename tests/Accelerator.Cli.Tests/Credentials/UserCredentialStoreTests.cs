using Accelerator.Jobs.Credentials;

namespace Accelerator.Cli.Tests.Credentials;

public sealed class UserCredentialStoreTests : CommandLineFixture
{
    private readonly SiteKey _kim = Key("kim", "h");

    private string Folder => PathOf("logins");

    [Theory]
    [InlineData("kim", "s3cret")]
    [InlineData("Kim", "geheim 위성 \"x\" %41")]
    [InlineData("위성:kim@host/x%", "a")]
    public async Task A_password_comes_back_as_it_was_typed(string user, string password)
    {
        await Files().WriteAsync(Key(user, "h"), password, CancellationToken.None);
        Assert.Equal(password, Files().Read(Key(user, "h")));
        Assert.Equal(Key(user, "h"), Assert.Single(Files().List().Logins));
        Assert.Null(Files().Read(Key("another user", "h")));
        Assert.Null(Files().Read(Key(user, "h", 2121)));
        // Users whose names differ in case have different passwords; the case of the host is ignored.
        await Files().WriteAsync(Key(user.ToUpperInvariant(), "H."), "big", CancellationToken.None);
        Assert.Equal((password, "big"), (Files().Read(Key(user, "h")), Files().Read(Key(user.ToUpperInvariant(), "h"))));
    }

    /// <summary>Windows finds entries case-insensitively.</summary>
    [Fact]
    public void The_credential_manager_s_names_differ_where_users_do_and_lead_back_to_them()
    {
        SiteKey[] logins = [Key("kim", "h"), Key("KIM", "h"), Key("%4Bim", "h"), Key("%6bim", "h"), Key("kim", "h", 990), Key("위성@h:21", "2001:db8::1")];
        var names = logins.Select(WindowsCredentialNames.TargetOf).ToList();
        Assert.Equal(logins.Length, names.Distinct(StringComparer.OrdinalIgnoreCase).Count());
        Assert.Equal(logins, names.Select(WindowsCredentialNames.LoginOf));
        Assert.Equal("Accelerator:ftp://kim@h:21", names[0]);
        Assert.All((string[])["Accelerator:x", "Accelerator:ftp://h:21", "Other:ftp://kim@h:21", "Accelerator:ftp://kim:pw@h:21"], name => Assert.Null(WindowsCredentialNames.LoginOf(name)));
    }

    [Fact]
    public async Task The_longest_password_is_kept_and_a_longer_one_is_refused()
    {
        var store = new UserCredentialStore(null, Files());
        var longest = new string('위', UserCredentialStore.LongestPassword);
        await store.WriteAsync(_kim, longest, CancellationToken.None);
        Assert.Equal(longest, store.Read(_kim));
        foreach (var wrong in (string[])[longest + "x", "", "a\nb", "a\0b"])
        {
            var refused = await Assert.ThrowsAsync<UsageException>(() => store.WriteAsync(_kim, wrong, CancellationToken.None));
            Assert.DoesNotContain("위위", refused.Message);
        }
        Assert.Equal(longest, store.Read(_kim));
    }

    [Theory]
    [InlineData(UnixFileMode.GroupRead)]
    [InlineData(UnixFileMode.OtherRead)]
    [InlineData(UnixFileMode.OtherWrite)]
    public async Task Files_and_folder_are_closed_to_others_and_a_file_that_others_may_use_is_not_used(UnixFileMode more)
    {
        if (OperatingSystem.IsWindows()) return;
        await Files().WriteAsync(_kim, "s3cret", CancellationToken.None);
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite, File.GetUnixFileMode(TheFile()));
        Assert.Equal(UnixFileMode.UserRead | UnixFileMode.UserWrite | UnixFileMode.UserExecute, File.GetUnixFileMode(Folder));
        File.SetUnixFileMode(TheFile(), File.GetUnixFileMode(TheFile()) | more);
        AssertRefused("chmod 600");
        // Writing the password again restores the permissions.
        await Files().WriteAsync(_kim, "other", CancellationToken.None);
        Assert.Equal("other", Files().Read(_kim));
    }

    [Fact]
    public async Task A_folder_that_others_may_write_is_not_used()
    {
        if (OperatingSystem.IsWindows()) return;
        await Files().WriteAsync(_kim, "s3cret", CancellationToken.None);
        File.SetUnixFileMode(Folder, File.GetUnixFileMode(Folder) | UnixFileMode.OtherWrite);
        Assert.Contains("chmod 700", Assert.Throws<CredentialStoreException>(() => Files().Read(_kim)).Message);
        Assert.Contains("chmod 700", (await Assert.ThrowsAsync<CredentialStoreException>(() => Files().WriteAsync(_kim, "x", CancellationToken.None))).Message);
    }

    [Theory]
    [InlineData("")]
    [InlineData("{")]
    [InlineData("[]")]
    [InlineData("{\"format\":\"accelerator-login-1\",\"login\":\"ftp://kim@h:21\",\"secret\":\"???\"}")]
    [InlineData("{\"format\":\"accelerator-login-1\",\"login\":\"ftp://h:21\",\"secret\":\"YQ==\"}")]
    [InlineData("{\"format\":\"accelerator-login-1\",\"login\":7,\"secret\":\"YQ==\"}")]
    [InlineData("{\"format\":\"accelerator-login-2\",\"login\":\"ftp://kim@h:21\",\"secret\":\"YQ==\"}")]
    [InlineData(null)]
    public async Task A_damaged_or_oversized_file_is_reported_and_can_be_removed(string? content)
    {
        await Files().WriteAsync(_kim, "s3cret", CancellationToken.None);
        await File.WriteAllTextAsync(TheFile(), content ?? "");
        if (content is null)
        {
            using var endless = File.OpenWrite(TheFile());
            endless.SetLength(1L << 40);
        }
        AssertRefused("is damaged");
        Assert.True(await Files().RemoveAsync(_kim, CancellationToken.None));
        Assert.Null(Files().Read(_kim));
        Assert.False(await Files().RemoveAsync(_kim, CancellationToken.None));
    }

    [Fact]
    public async Task A_link_is_not_followed_and_is_replaced_by_a_file()
    {
        await Files().WriteAsync(_kim, "s3cret", CancellationToken.None);
        var (path, elsewhere) = (TheFile(), PathOf("elsewhere"));
        File.Move(path, elsewhere);
        File.CreateSymbolicLink(path, elsewhere);
        AssertRefused("is a link");
        await Files().WriteAsync(_kim, "new", CancellationToken.None);
        Assert.Null(new FileInfo(path).LinkTarget);
        Assert.Contains(Convert.ToBase64String("s3cret"u8), await File.ReadAllTextAsync(elsewhere));
        Assert.Equal("new", Files().Read(_kim));
    }

    [Fact]
    public async Task A_file_under_another_login_s_name_gives_that_one_nothing()
    {
        await Files().WriteAsync(_kim, "kim's", CancellationToken.None);
        var first = TheFile();
        await Files().WriteAsync(Key("lee", "h"), "lee's", CancellationToken.None);
        File.Copy(first, Directory.GetFiles(Folder, "login-*").Single(path => path != first), overwrite: true);
        Assert.Contains("another login", Assert.Throws<CredentialStoreException>(() => Files().Read(Key("lee", "h"))).Message);
    }

    [Fact]
    public async Task A_credential_sealed_by_another_account_gives_an_error()
    {
        await Files(new OtherSeal()).WriteAsync(_kim, "s3cret", CancellationToken.None);
        Assert.Contains("another account", Assert.Throws<CredentialStoreException>(() => Files(new OtherSeal()).Read(_kim)).Message);
        Assert.Equal(_kim, Assert.Single(Files(new OtherSeal()).List().Logins));
    }

    [Fact]
    public async Task A_folder_that_cannot_be_created_gives_an_error()
    {
        await File.WriteAllTextAsync(Folder, "a file");
        var failed = await Assert.ThrowsAsync<CredentialStoreException>(() => Files().WriteAsync(_kim, "s3cret", CancellationToken.None));
        Assert.StartsWith("The login of kim at h:21 cannot be stored: ", failed.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("s3cret", failed.ToString());
        Assert.Null(Files().Read(_kim));
    }

    [Fact]
    public async Task Concurrent_writers_lose_nothing()
    {
        // The clock is real, because the waits for the lock use it.
        var files = Enumerable.Range(0, 4).Select(_ => new CredentialFiles(Folder, SecretSeal.OfThisAccount(), TimeProvider.System)).ToList();
        await Task.WhenAll(files.Select((place, i) => Task.Run(async () =>
        {
            await place.WriteAsync(Key($"user{i}", "h"), $"p{i}", CancellationToken.None);
            for (var round = 0; round < 12; round++) await place.WriteAsync(_kim, $"kim{i}", CancellationToken.None);
        })));
        Assert.Equal(5, Files().List().Logins.Count);
        Assert.Empty(Files().List().Problems);
        for (var i = 0; i < 4; i++) Assert.Equal($"p{i}", Files().Read(Key($"user{i}", "h")));
        Assert.Matches("^kim[0-3]$", Files().Read(_kim));
    }

    [Fact]
    public async Task A_login_goes_to_the_credential_manager_or_if_that_fails_to_a_file_that_then_takes_precedence()
    {
        var manager = new MadeUpPlace();
        var store = new UserCredentialStore(manager, Files());
        await Files().WriteAsync(_kim, "oldest", CancellationToken.None);
        Assert.Equal((CredentialStoreKind.Manager, null), await store.WriteAsync(_kim, "old", CancellationToken.None));
        Assert.Equal("old", store.Read(_kim));
        Assert.Empty(Directory.GetFiles(Folder, "login-*"));
        Assert.Equal(CredentialStoreKind.Manager, Assert.Single(store.List().Logins).Place);

        manager.Answers = false;
        Assert.Equal((CredentialStoreKind.File, "No logon."), await store.WriteAsync(_kim, "new", CancellationToken.None));
        Assert.Equal("new", store.Read(_kim));
        Assert.Equal(CredentialStoreKind.File, Assert.Single(store.List().Logins).Place);
        Assert.Equal("No logon.", Assert.Single(store.List().Problems));
        Assert.Throws<CredentialStoreException>(() => store.Read(Key("lee", "h")));

        manager.Answers = true;
        Assert.Equal("new", store.Read(_kim));
        Assert.True(await store.RemoveAsync(_kim, CancellationToken.None));
        Assert.Null(store.Read(_kim));
    }

    private static SiteKey Key(string user, string host, int port = 21) => SiteKey.Of(new FtpEndpoint(host, port, FtpSecurity.None), user);

    private CredentialFiles Files(ISecretSeal? seal = null) => new(Folder, seal ?? SecretSeal.OfThisAccount(), Process.Time);

    private string TheFile() => Assert.Single(Directory.GetFiles(Folder, "login-*"));

    private void AssertRefused(string why)
    {
        var sentence = Assert.Throws<CredentialStoreException>(() => Files().Read(_kim)).Message;
        Assert.Contains(why, sentence);
        Assert.DoesNotContain("s3cret", sentence);
        Assert.Equal(sentence, Assert.Single(Files().List().Problems));
        Assert.Empty(Files().List().Logins);
    }

    private sealed class OtherSeal : ISecretSeal
    {
        public byte[] Seal(string name, byte[] secret) => [.. secret];

        public byte[] Open(string name, byte[] seal) => throw new System.Security.Cryptography.CryptographicException("not yours");
    }

    private sealed class MadeUpPlace : ICredentialStore
    {
        private readonly Dictionary<SiteKey, string> _kept = [];

        public bool Answers { get; set; } = true;

        public CredentialStoreKind Kind => CredentialStoreKind.Manager;

        public string WhereIs(SiteKey login) => "memory";

        public (IReadOnlyList<SiteKey> Logins, IReadOnlyList<string> Problems) List() => ([.. Asked().Keys], []);

        public string? Read(SiteKey login) => Asked().GetValueOrDefault(login);

        public Task WriteAsync(SiteKey login, string password, CancellationToken cancellationToken)
        {
            Asked()[login] = password;
            return Task.CompletedTask;
        }

        public Task<bool> RemoveAsync(SiteKey login, CancellationToken cancellationToken) => Task.FromResult(Asked().Remove(login));

        private Dictionary<SiteKey, string> Asked() => Answers ? _kept : throw new CredentialStoreException("No logon.");
    }
}
