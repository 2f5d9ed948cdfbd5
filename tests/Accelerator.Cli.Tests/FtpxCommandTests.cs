namespace Accelerator.Cli.Tests;

public sealed class FtpxCommandTests : CommandLineFixture
{
    [Theory]
    [InlineData("--version")]
    [InlineData("version")]
    public async Task The_version_is_one_line(string word)
    {
        Assert.Equal(0, await RunAsync(word));
        Assert.StartsWith("ftpx 0.", Out);
        Assert.Single(OutLines);
    }

    [Theory]
    [InlineData("exit-codes")]
    [InlineData("--help")]
    [InlineData("get", "--help")]
    public async Task The_exit_codes_are_shown(params string[] words)
    {
        Assert.Equal(0, await RunAsync(words));
        var shown = string.Join(' ', Out.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        Assert.All(ExitCodes.All, code => Assert.Contains($" {code.Value} {code.Name} {code.Meaning}", shown));
        Assert.Equal("", Err);
    }

    [Fact]
    public async Task The_help_has_every_option_with_its_default()
    {
        await RunAsync("get", "--help");
        Assert.All(RowsOf("get"), row => Assert.Contains($"{row.Text} [default: {row.Default}]", Out));
    }

    [Fact]
    public async Task No_word_at_all_shows_the_help_and_is_a_usage_error()
    {
        Assert.Equal(2, await RunAsync());
        Assert.Contains("Usage:", Out);
    }

    [Theory]
    [InlineData("fetch", "fetch")]
    [InlineData("ftp://kim:secret@h/f", "ftp://kim:***@h/f")]
    public async Task A_word_that_is_no_command_is_one_sentence_without_the_password_of_an_address(string word, string shown)
    {
        Assert.Equal(2, await RunAsync(word));
        Assert.Equal($"ftpx: Unrecognized command or argument '{shown}'.\nTry: ftpx --help\n", Err);
        Assert.Equal("", Out);
    }

    private Task<int> RunAsync(params string[] words) => FtpxAsync(words);
}
