namespace Accelerator.Cli.Tests.Credentials;

public sealed class CredentialResolverTests : CommandLineFixture
{
    private readonly List<string> _warnings = [];

    [Theory]
    [InlineData("--user", "opt")]
    [InlineData("address", "adr")]
    [InlineData("FTPX_USER", "env")]
    [InlineData("stored", "sto")]
    [InlineData("netrc", "net")]
    public async Task The_user_comes_from_the_first_source_that_has_one(string first, string expected)
    {
        string[] order = ["--user", "address", "FTPX_USER", "stored", "netrc"];
        var from = Array.IndexOf(order, first);
        Process.Variables["FTPX_PASSWORD"] = "pw";
        if (from <= 2) Process.Variables["FTPX_USER"] = "env";
        if (from <= 3) await StoreAsync("ftp://sto@h", "kept");
        WithNetrc("machine h login net password np");
        var options = new GetOptions { Addresses = [], User = from == 0 ? "opt" : null };

        Assert.Equal(expected, Resolve(from <= 1 ? "ftp://adr@h/f" : "ftp://h/f", options).User);
    }

    [Theory]
    [InlineData(0, "stdin")]
    [InlineData(1, "adr")]
    [InlineData(2, "env")]
    [InlineData(3, "kept")]
    [InlineData(4, "net")]
    [InlineData(5, "typed")]
    public async Task The_password_comes_from_the_first_source_that_has_one(int from, string expected)
    {
        var options = new GetOptions { Addresses = [], PasswordStdin = from == 0 };
        Process.StandardInput = "stdin\nnot this";
        if (from <= 2) Process.Variables["FTPX_PASSWORD"] = "env";
        if (from <= 3) await StoreAsync("ftp://u@h", "kept");
        if (from <= 4) WithNetrc("machine h login u password net");
        Process.InIsTerminal = true;
        Process.Typed = "typed";

        Assert.Equal(expected, Resolve(from <= 1 ? "ftp://u:adr@h/f" : "ftp://u@h/f", options).Password);
        Assert.Equal(from == 5 ? 1 : 0, Process.Prompts.Count);
    }

    [Fact]
    public void The_password_of_another_user_in_the_address_is_not_used()
    {
        Process.Variables["FTPX_PASSWORD"] = "env";
        Assert.Equal("env", Resolve("ftp://a:secret@h/f", new GetOptions { Addresses = [], User = "b" }).Password);
    }

    [Fact]
    public void A_password_in_an_address_is_warned_about_once_and_not_repeated()
    {
        var resolver = Resolver(new GetOptions());
        resolver.Resolve(Url("ftp://a:hidden@h/f"));
        resolver.Resolve(Url("ftp://a:hidden@h/g"));
        Assert.DoesNotContain("hidden", Assert.Single(_warnings));
    }

    [Fact]
    public void The_password_is_asked_for_once_for_each_user_and_host()
    {
        Process.InIsTerminal = true;
        Process.Typed = "p";
        var resolver = Resolver(new GetOptions());
        resolver.Resolve(Url("ftp://u@h/f"));
        resolver.Resolve(Url("ftp://u@h/g"));
        resolver.Resolve(Url("ftp://u@other/g"));
        Assert.Equal(["Password for u at h:21: ", "Password for u at other:21: "], Process.Prompts);
    }

    [Theory]
    [InlineData("none", "ftp://u@h/f", "No password for u at h:21: store it with ftpx credential set, set FTPX_PASSWORD, use --password-stdin, or add the login to a netrc file.")]
    [InlineData("closed terminal", "ftp://u@h/f", "No password was typed.")]
    [InlineData("stdin", "ftp://h/f", "add --user")]
    [InlineData("stdin", "ftp://u@h/f", "is empty")]
    [InlineData("netrc", "ftp://u@h/f", "line 1")]
    [InlineData("line end", "ftp://u@h/f", "line end")]
    public void A_password_source_that_gives_none_gives_one_message(string source, string url, string sentence)
    {
        Process.InIsTerminal = source == "closed terminal";
        Process.Write("logins", "what is this");
        if (source == "line end") Process.Variables["FTPX_PASSWORD"] = "a\r\nDELE x";
        var options = new GetOptions { Addresses = [], PasswordStdin = source == "stdin", Netrc = source == "netrc" ? "logins" : null };
        var message = Assert.Throws<UsageException>(() => Resolve(url, options)).Message;
        if (sentence.EndsWith('.')) Assert.Equal(sentence, message);
        else Assert.Contains(sentence, message);
    }

    [Theory]
    [InlineData("ftp://h/f", "anonymous")]
    [InlineData("ftp://anonymous@h/f", "anonymous")]
    [InlineData("ftp://ftp@h/f", "ftp")]
    public void Anonymous_users_need_no_password_and_no_login_means_anonymous(string url, string user) =>
        Assert.Equal((user, "ftpx@"), Pair(Resolve(url)));

    [Fact]
    public void A_broken_credential_file_at_home_is_left_out_with_a_warning()
    {
        WithNetrc("what is this");
        Assert.Equal(FtpCredential.Anonymous, Resolve("ftp://h/f"));
        Assert.EndsWith("The file is ignored.", Assert.Single(_warnings));
    }

    [Fact]
    public void On_windows_the_file_is_also_found_as_underscore_netrc_in_the_profile()
    {
        Process.Write("_netrc", "machine h login u password p account acc");
        Process.Variables["USERPROFILE"] = Process.Folder;
        Assert.Equal(new FtpCredential("u", "p", "acc"), Resolve("ftp://h/f"));
    }

    [Fact]
    public async Task Without_a_user_the_only_credential_that_is_stored_for_the_server_is_taken()
    {
        await StoreAsync("ftp://kim@h", "kept");
        await StoreAsync("ftp://lee@h:2121", "another port");
        await StoreAsync("ftp://lee@other", "another server");
        Assert.Equal(("kim", "kept"), Pair(Resolve("ftp://H./f")));
        Assert.Equal(("kim", "kept"), Pair(Resolve("ftpes://h/f")));
        Assert.Equal(FtpCredential.Anonymous, Resolve("ftps://h/f"));
        Assert.Empty(_warnings);
    }

    [Fact]
    public async Task With_two_stored_credentials_neither_is_used_and_a_warning_is_given()
    {
        await StoreAsync("ftp://kim@h", "kept");
        await StoreAsync("ftp://lee@h", "too");
        var resolver = Resolver(new GetOptions());
        Assert.Equal(FtpCredential.Anonymous, resolver.Resolve(Url("ftp://h/f")));
        Assert.Equal(FtpCredential.Anonymous, resolver.Resolve(Url("ftp://h/g")));
        Assert.Equal("2 logins are stored for h:21, so none is used: give the user, as in ftp://USER@h:21/.", Assert.Single(_warnings));
        Assert.Equal(("lee", "too"), Pair(Resolve("ftp://lee@h/f")));
    }

    [Theory]
    [InlineData(true, false)]
    [InlineData(false, true)]
    public async Task With_detail_or_a_trace_the_login_in_use_is_reported(bool detail, bool trace)
    {
        await StoreAsync("ftp://kim@h", "kept");
        Resolve("ftp://h/f", new GetOptions { Addresses = [], Detail = detail, Trace = trace ? "t" : null });
        Assert.Matches("^Using the only login stored for this server: kim at h:21, in .*login-[0-9A-F]{32}\\.json \\(not encrypted; only you can read it\\)\\.$", Assert.Single(_warnings));
    }

    [Fact]
    public async Task A_netrc_file_that_was_named_goes_before_the_stored_credentials()
    {
        await StoreAsync("ftp://kim@h", "kept");
        Process.Write("logins.txt", "machine h login lee password net machine x login y password z");
        var options = new GetOptions { Addresses = [], Netrc = "logins.txt" };
        Assert.Equal(("lee", "net"), Pair(Resolve("ftp://h/f", options)));
        Assert.Equal(("kim", "kept"), Pair(Resolve("ftp://kim@h/f", options)));
    }

    [Fact]
    public async Task An_unusable_stored_credential_is_skipped_with_a_warning()
    {
        await StoreAsync("ftp://kim@h", "kept");
        await File.WriteAllTextAsync(Assert.Single(Directory.GetFiles(Process.Variables["FTPX_LOGINS"], "login-*")), "damaged");
        Process.Variables["FTPX_PASSWORD"] = "";
        WithNetrc("machine h login kim password net");
        Assert.Equal("", Resolve("ftp://kim@h/f").Password);
        Process.Variables.Remove("FTPX_PASSWORD");
        Assert.Equal("net", Resolve("ftp://kim@h/f").Password);
        Assert.Contains("is damaged", Assert.Single(_warnings));
    }

    private static (string User, string Password) Pair(FtpCredential credential) => (credential.User, credential.Password);

    private static FtpUrl Url(string text)
    {
        Assert.True(FtpUrl.TryParse(text, FtpCharsets.Utf8, out var url, out _));
        return url;
    }

    private FtpCredential Resolve(string url, GetOptions? options = null) => Resolver(options ?? new GetOptions()).Resolve(Url(url));

    private CredentialResolver Resolver(GetOptions options) => new(options, Process.Value, _warnings.Add);

    private async Task StoreAsync(string address, string password)
    {
        Process.Variables["FTPX_LOGINS"] = PathOf("logins");
        await UserCredentialStore.Open(Process.Value).WriteAsync(CredentialAddress.Parse(address), password, CancellationToken.None);
    }

    private void WithNetrc(string text)
    {
        Process.Write(".netrc", text);
        Process.Variables["HOME"] = Process.Folder;
    }
}
