using Accelerator.Cli.Commands;
using Accelerator.Cli.Credentials;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests.Credentials;

public sealed class CredentialResolverTests : IDisposable
{
    private readonly TestSurroundings _process = new();
    private readonly List<string> _warnings = [];

    public void Dispose() => _process.Dispose();

    [Fact]
    public void Without_any_login_it_is_anonymous() => Assert.Equal(FtpCredential.Anonymous, Resolve("ftp://h/f"));

    [Theory]
    [InlineData("--user", "opt")]
    [InlineData("address", "adr")]
    [InlineData("FTPX_USER", "env")]
    [InlineData("netrc", "net")]
    public void The_user_comes_from_the_first_source_that_has_one(string first, string expected)
    {
        string[] order = ["--user", "address", "FTPX_USER", "netrc"];
        var from = Array.IndexOf(order, first);
        _process.Variables["FTPX_PASSWORD"] = "pw";
        if (from <= 2) _process.Variables["FTPX_USER"] = "env";
        WithNetrc("machine h login net password np");
        var options = new GetOptions { Addresses = [], User = from == 0 ? "opt" : null };

        Assert.Equal(expected, Resolve(from <= 1 ? "ftp://adr@h/f" : "ftp://h/f", options).User);
    }

    [Theory]
    [InlineData(0, "stdin")]
    [InlineData(1, "adr")]
    [InlineData(2, "env")]
    [InlineData(3, "net")]
    [InlineData(4, "typed")]
    public void The_password_comes_from_the_first_source_that_has_one(int from, string expected)
    {
        var options = new GetOptions { Addresses = [], PasswordStdin = from == 0 };
        _process.StandardInput = "stdin\nnot this";
        if (from <= 2) _process.Variables["FTPX_PASSWORD"] = "env";
        if (from <= 3) WithNetrc("machine h login u password net");
        _process.InIsTerminal = true;
        _process.Typed = "typed";

        Assert.Equal(expected, Resolve(from <= 1 ? "ftp://u:adr@h/f" : "ftp://u@h/f", options).Password);
        Assert.Equal(from == 4 ? 1 : 0, _process.Prompts.Count);
    }

    [Fact]
    public void The_password_of_another_user_in_the_address_is_not_used()
    {
        _process.Variables["FTPX_PASSWORD"] = "env";
        Assert.Equal("env", Resolve("ftp://a:secret@h/f", new GetOptions { Addresses = [], User = "b" }).Password);
    }

    [Fact]
    public void A_password_in_an_address_is_warned_about_once_and_not_repeated()
    {
        var resolver = Resolver(new GetOptions { Addresses = [] });
        resolver.Resolve(Url("ftp://a:hidden@h/f"));
        resolver.Resolve(Url("ftp://a:hidden@h/g"));
        Assert.DoesNotContain("hidden", Assert.Single(_warnings));
    }

    [Fact]
    public void The_password_is_asked_for_once_for_each_user_and_host()
    {
        _process.InIsTerminal = true;
        _process.Typed = "p";
        var resolver = Resolver(new GetOptions { Addresses = [] });
        resolver.Resolve(Url("ftp://u@h/f"));
        resolver.Resolve(Url("ftp://u@h/g"));
        resolver.Resolve(Url("ftp://u@other/g"));
        Assert.Equal(["Password for u at h:21: ", "Password for u at other:21: "], _process.Prompts);
    }

    [Fact]
    public void Without_a_terminal_a_missing_password_is_a_sentence_with_the_ways_to_give_one()
    {
        var error = Assert.Throws<UsageException>(() => Resolve("ftp://u@h/f"));
        Assert.Equal("No password for u at h:21: set FTPX_PASSWORD, use --password-stdin, or add the login to a netrc file.", error.Message);
    }

    [Fact]
    public void A_closed_terminal_is_a_sentence()
    {
        _process.InIsTerminal = true;
        Assert.Equal("No password was typed.", Assert.Throws<UsageException>(() => Resolve("ftp://u@h/f")).Message);
    }

    [Theory]
    [InlineData("anonymous")]
    [InlineData("ftp")]
    public void The_anonymous_users_need_no_password(string user) => Assert.Equal((user, "ftpx@"), Pair(Resolve($"ftp://{user}@h/f")));

    [Fact]
    public void A_password_from_standard_input_without_a_user_is_refused() =>
        Assert.Contains("add --user", Assert.Throws<UsageException>(() => Resolve("ftp://h/f", new GetOptions { Addresses = [], PasswordStdin = true })).Message);

    [Fact]
    public void An_empty_standard_input_is_refused() =>
        Assert.Contains("was empty", Assert.Throws<UsageException>(() => Resolve("ftp://u@h/f", new GetOptions { Addresses = [], PasswordStdin = true })).Message);

    [Fact]
    public void A_broken_login_file_that_was_named_stops_the_command()
    {
        _process.Write("logins", "what is this");
        Assert.Contains("line 1", Assert.Throws<UsageException>(() => Resolve("ftp://u@h/f", new GetOptions { Addresses = [], Netrc = "logins" })).Message);
    }

    [Fact]
    public void A_broken_login_file_at_home_is_left_out_with_a_warning()
    {
        WithNetrc("what is this");
        Assert.Equal(FtpCredential.Anonymous, Resolve("ftp://h/f"));
        Assert.EndsWith("It is left out.", Assert.Single(_warnings));
    }

    [Fact]
    public void On_windows_the_file_is_also_found_as_underscore_netrc_in_the_profile()
    {
        _process.Write("_netrc", "machine h login u password p account acc");
        _process.Variables["USERPROFILE"] = _process.Folder;
        Assert.Equal(new FtpCredential("u", "p", "acc"), Resolve("ftp://h/f"));
    }

    [Fact]
    public void A_password_with_a_line_end_is_refused()
    {
        _process.Variables["FTPX_PASSWORD"] = "a\r\nDELE x";
        Assert.Contains("line end", Assert.Throws<UsageException>(() => Resolve("ftp://u@h/f")).Message);
    }

    private static (string User, string Password) Pair(FtpCredential credential) => (credential.User, credential.Password);

    private static FtpUrl Url(string text)
    {
        Assert.True(FtpUrl.TryParse(text, FtpCharsets.Utf8, out var url, out _));
        return url;
    }

    private FtpCredential Resolve(string url, GetOptions? options = null) => Resolver(options ?? new GetOptions { Addresses = [] }).Resolve(Url(url));

    private CredentialResolver Resolver(GetOptions options) => new(options, _process.Value, _warnings.Add);

    private void WithNetrc(string text)
    {
        _process.Write(".netrc", text);
        _process.Variables["HOME"] = _process.Folder;
    }
}
