using System.Text.Json;
using System.Text.RegularExpressions;
using Accelerator.Cli.Credentials;

namespace Accelerator.Cli.Tests.Credentials;

/// <summary><c>ftpx credential</c> for a user's own logins, through the whole command line.</summary>
public sealed class LoginRunnerTests : IDisposable
{
    private readonly TestSurroundings _process = new() { StandardInput = "s3cret\nnot this" };

    public LoginRunnerTests() => _process.Variables["FTPX_LOGINS"] = "logins";

    public void Dispose() => _process.Dispose();

    [Fact]
    public async Task A_login_is_set_listed_and_removed_and_its_password_never_shown()
    {
        Assert.Equal(ExitCodes.Ok, await RunAsync("set", "ftp://kim@Example.org/any/path", "--password-stdin"));
        (_process.InIsTerminal, _process.Typed) = (true, "s3cret too");
        Assert.Equal(ExitCodes.Ok, await RunAsync("set", "ftps://Lee%20위성@example.org"));
        Assert.Equal("Password for Lee 위성 at example.org:990: ", Assert.Single(_process.Prompts));
        Assert.Equal("The login of kim at example.org:21 is kept in a file of yours.\nThe login of Lee 위성 at example.org:990 is kept in a file of yours.\n", Said());

        Assert.Equal(ExitCodes.Ok, await RunAsync("list"));
        Assert.Equal(["login kept in", "ftp://kim@example.org:21 file", "ftp://Lee%20%EC%9C%84%EC%84%B1@example.org:990 file"], Said().Trim().Split('\n').Select(line => Regex.Replace(line, " +", " ")));
        Assert.Equal(ExitCodes.Ok, await RunAsync("list", "--json"));
        Assert.Equal(["kim", "Lee 위성"], Said().Trim().Split('\n').Select(line => JsonDocument.Parse(line).RootElement.GetProperty("user").GetString()));
        Assert.Equal(("s3cret", "s3cret too"), (Stored("ftp://kim@example.org"), Stored("ftps://Lee 위성@example.org")));

        Assert.Equal(ExitCodes.Ok, await RunAsync("remove", "ftp://kim@example.org"));
        Assert.Equal(ExitCodes.Usage, await RunAsync("remove", "ftp://kim@example.org"));
        Assert.Equal((null, "s3cret too"), (Stored("ftp://kim@example.org"), Stored("ftps://Lee 위성@example.org")));
        Assert.DoesNotContain("s3cret", Said() + _process.Err, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ftp://kim:s3cret@h", "others can read in the process list")]
    [InlineData("ftp://h", "does not say who logs in")]
    [InlineData("kim@h", "not an FTP address")]
    [InlineData("ftp://kim@", "names no host")]
    public async Task What_is_no_login_is_refused_before_anybody_types(string address, string why)
    {
        (_process.InIsTerminal, _process.Typed) = (true, "x");
        Assert.Equal(ExitCodes.Usage, await RunAsync("set", address));
        Assert.Contains(why, _process.Err.ToString());
        Assert.DoesNotContain("s3cret", _process.Err.ToString(), StringComparison.Ordinal);
        Assert.Empty(_process.Prompts);
    }

    [Fact]
    public async Task Without_a_terminal_the_password_must_be_announced()
    {
        Assert.Equal(ExitCodes.Usage, await RunAsync("set", "ftp://kim@h"));
        Assert.Contains("--password-stdin", _process.Err.ToString());
        _process.StandardInput = "";
        Assert.Equal(ExitCodes.Usage, await RunAsync("set", "ftp://kim@h", "--password-stdin"));
        Assert.Equal(ExitCodes.Usage, await RunAsync("set", "ftp://kim@h", "s3cret"));
        Assert.Equal(ExitCodes.Usage, await RunAsync("list", "--data", "d"));
    }

    [Fact]
    public async Task A_damaged_entry_is_named_beside_the_others_and_ends_the_list_with_an_exit_code()
    {
        foreach (var user in (string[])["kim", "lee"]) await RunAsync("set", $"ftp://{user}@h", "--password-stdin");
        var (_, damaged) = (Said(), Directory.GetFiles(Path.Combine(_process.Folder, "logins"), "login-*")[0]);
        await File.WriteAllTextAsync(damaged, "{");
        Assert.Equal(ExitCodes.Disk, await RunAsync("list", "--json"));
        Assert.Single(Said().Trim().Split('\n'));
        Assert.Contains($"'{damaged}'", _process.Err.ToString());
    }

    [Fact]
    public async Task Where_there_is_no_folder_it_says_what_to_set()
    {
        _process.Variables.Clear();
        Assert.Equal(ExitCodes.Disk, await RunAsync("set", "ftp://kim@h", "--password-stdin"));
        Assert.Contains("FTPX_LOGINS", _process.Err.ToString());
        Assert.Equal(ExitCodes.Ok, await RunAsync("list"));
        Assert.Equal("No login is stored.\n", Said());
    }

    [Fact]
    public void The_folder_is_the_one_of_the_system()
    {
        _process.Variables.Clear();
        Assert.Null(LoginFiles.FindFolder(_process.Value));
        _process.Variables["HOME"] = "/home/kim";
        Assert.Equal("/home/kim/.local/share/accelerator/logins", LoginFiles.FindFolder(_process.Value));
        _process.Variables["XDG_DATA_HOME"] = "relative";
        Assert.Equal("/home/kim/.local/share/accelerator/logins", LoginFiles.FindFolder(_process.Value));
        _process.Variables["XDG_DATA_HOME"] = "/data";
        Assert.Equal("/data/accelerator/logins", LoginFiles.FindFolder(_process.Value));
        (_process.IsWindows, _process.Variables["LOCALAPPDATA"]) = (true, "L:");
        Assert.Equal(Path.Combine("L:", "Accelerator", "logins"), LoginFiles.FindFolder(_process.Value));
    }

    private string? Stored(string address) => LoginStore.Open(_process.Value).Read(LoginAddress.Parse(address));

    // What was printed since it was asked last.
    private string Said()
    {
        var text = _process.Out.ToString();
        _process.Out.GetStringBuilder().Clear();
        return text;
    }

    private Task<int> RunAsync(params string[] words) => FtpxCommand.RunAsync(["credential", .. words], _process.Value);
}
