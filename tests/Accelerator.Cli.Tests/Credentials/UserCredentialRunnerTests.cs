namespace Accelerator.Cli.Tests.Credentials;

/// <summary><c>ftpx credential</c> for a user's own logins, through the complete command line.</summary>
public sealed class UserCredentialRunnerTests : CommandLineFixture
{
    public UserCredentialRunnerTests() => (Process.StandardInput, Process.Variables["FTPX_LOGINS"]) = ("s3cret\nnot this", "logins");

    [Fact]
    public async Task A_login_is_set_listed_and_removed_and_its_password_never_shown()
    {
        Assert.Equal(ExitCodes.Ok, await RunAsync("set", "ftp://kim@Example.org/any/path", "--password-stdin"));
        (Process.InIsTerminal, Process.Typed) = (true, "s3cret too");
        Assert.Equal(ExitCodes.Ok, await RunAsync("set", "ftps://Lee%20위성@example.org"));
        Assert.Equal("Password for Lee 위성 at example.org:990: ", Assert.Single(Process.Prompts));
        var place = Regex.Escape(PathOf("logins", "login-")) + "[0-9A-F]{32}\\.json \\(not encrypted; only you can read it\\)";
        Assert.Matches($"^The login of kim at example.org:21 is stored in {place}\\.\nThe login of Lee 위성 at example.org:990 is stored in {place}\\.\n$", TakeOut());

        Assert.Equal(ExitCodes.Ok, await RunAsync("list"));
        Assert.Equal(["login stored in", "ftp://kim@example.org:21 file", "ftp://Lee%20%EC%9C%84%EC%84%B1@example.org:990 file"], TakeOut().Trim().Split('\n').Select(line => Regex.Replace(line, " +", " ")));
        Assert.Equal(ExitCodes.Ok, await RunAsync("list", "--json"));
        Assert.Equal(["kim", "Lee 위성"], TakeOut().Trim().Split('\n').Select(line => JsonDocument.Parse(line).RootElement.GetProperty("user").GetString()));
        Assert.Equal(("s3cret", "s3cret too"), (Stored("ftp://kim@example.org"), Stored("ftps://Lee 위성@example.org")));

        Assert.Equal(ExitCodes.Ok, await RunAsync("remove", "ftp://kim@example.org"));
        Assert.Equal("The login of kim at example.org:21 was removed.\n", TakeOut());
        Assert.Equal(ExitCodes.Usage, await RunAsync("remove", "ftp://kim@example.org"));
        Assert.Equal((null, "s3cret too"), (Stored("ftp://kim@example.org"), Stored("ftps://Lee 위성@example.org")));
        Assert.DoesNotContain("s3cret", Out + Err, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ftp://kim:s3cret@h", "other users can see in the process list")]
    [InlineData("ftp://h", "has no user name")]
    [InlineData("kim@h", "\"kim@h\" is not an FTP URL: write ftp://kim@h.")]
    [InlineData("h:2121", "write ftp://USER@h:2121.")]
    [InlineData("kim:s3cret@h", "not an FTP URL")]
    [InlineData("ftp://kim@", "names no host")]
    public async Task An_invalid_login_is_refused_before_the_prompt(string address, string why)
    {
        (Process.InIsTerminal, Process.Typed) = (true, "x");
        Assert.Equal(ExitCodes.Usage, await RunAsync("set", address));
        Assert.Contains(why, Err);
        Assert.DoesNotContain("s3cret", Err, StringComparison.Ordinal);
        Assert.Empty(Process.Prompts);
    }

    [Fact]
    public async Task Without_a_terminal_the_password_needs_its_option()
    {
        Assert.Equal(ExitCodes.Usage, await RunAsync("set", "ftp://kim@h"));
        Assert.Contains("--password-stdin", Err);
        Process.StandardInput = "";
        foreach (var words in (string[])["set ftp://kim@h --password-stdin", "set ftp://kim@h s3cret", "list --data d"]) Assert.Equal(ExitCodes.Usage, await RunAsync(words.Split(' ')));
    }

    [Fact]
    public async Task A_damaged_entry_is_named_beside_the_others_and_ends_the_list_with_an_exit_code()
    {
        foreach (var user in (string[])["kim", "lee"]) await RunAsync("set", $"ftp://{user}@h", "--password-stdin");
        var (_, damaged) = (TakeOut(), Directory.GetFiles(PathOf("logins"), "login-*")[0]);
        await File.WriteAllTextAsync(damaged, "{");
        Assert.Equal(ExitCodes.Disk, await RunAsync("list", "--json"));
        Assert.Single(TakeOut().Trim().Split('\n'));
        Assert.Contains($"'{damaged}'", Err);
    }

    [Fact]
    public async Task Without_a_credential_folder_the_error_names_the_variable_to_set()
    {
        Process.Variables.Clear();
        Assert.Equal(ExitCodes.Disk, await RunAsync("set", "ftp://kim@h", "--password-stdin"));
        Assert.Contains("FTPX_LOGINS", Err);
        Assert.Equal(ExitCodes.Ok, await RunAsync("list"));
        Assert.Equal("No login is stored.\n", TakeOut());
    }

    [Fact]
    public void The_folder_is_the_one_of_the_system()
    {
        Process.Variables.Clear();
        Assert.Null(CredentialFiles.FindFolder(Process.Value));
        Process.Variables["HOME"] = "/home/kim";
        Assert.Equal("/home/kim/.local/share/accelerator/logins", CredentialFiles.FindFolder(Process.Value));
        Process.Variables["XDG_DATA_HOME"] = "relative";
        Assert.Equal("/home/kim/.local/share/accelerator/logins", CredentialFiles.FindFolder(Process.Value));
        Process.Variables["XDG_DATA_HOME"] = "/data";
        Assert.Equal("/data/accelerator/logins", CredentialFiles.FindFolder(Process.Value));
        (Process.IsWindows, Process.Variables["LOCALAPPDATA"]) = (true, "L:");
        Assert.Equal(Path.Combine("L:", "Accelerator", "logins"), CredentialFiles.FindFolder(Process.Value));
    }

    private string? Stored(string address) => UserCredentialStore.Open(Process.Value).Read(CredentialAddress.Parse(address));

    private Task<int> RunAsync(params string[] words) => FtpxAsync(["credential", .. words]);
}
