using Accelerator.Cli.Commands;

namespace Accelerator.Cli.Tests;

public sealed class FtpxCommandTests : IDisposable
{
    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

    [Theory]
    [InlineData("--version")]
    [InlineData("version")]
    public async Task The_version_is_one_line(string word)
    {
        Assert.Equal(0, await RunAsync(word));
        Assert.StartsWith("ftpx 0.", _process.Out.ToString());
        Assert.Single(_process.Out.ToString().TrimEnd().Split('\n'));
    }

    [Theory]
    [InlineData("exit-codes")]
    [InlineData("--help")]
    [InlineData("get", "--help")]
    public async Task The_exit_codes_are_shown(params string[] words)
    {
        Assert.Equal(0, await RunAsync(words));
        var shown = string.Join(' ', _process.Out.ToString().Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries));
        Assert.All(ExitCodes.All, code => Assert.Contains($" {code.Value} {code.Name} {code.Meaning}", shown));
        Assert.Equal("", _process.Err.ToString());
    }

    [Fact]
    public async Task The_help_has_every_option_with_its_default()
    {
        await RunAsync("get", "--help");
        Assert.All(new GetOptionTable().Rows, row => Assert.Contains($"{row.Text} [default: {row.Default}]", _process.Out.ToString()));
    }

    [Fact]
    public async Task No_word_at_all_shows_the_help_and_is_a_usage_error()
    {
        Assert.Equal(2, await RunAsync());
        Assert.Contains("Usage:", _process.Out.ToString());
    }

    [Fact]
    public async Task A_word_that_is_no_command_is_one_sentence()
    {
        Assert.Equal(2, await RunAsync("fetch"));
        Assert.Equal("ftpx: Unrecognized command or argument 'fetch'.\nTry: ftpx --help\n", _process.Err.ToString());
        Assert.Equal("", _process.Out.ToString());
    }

    [Fact]
    public async Task A_forgotten_verb_does_not_show_the_password_of_the_address()
    {
        Assert.Equal(2, await RunAsync("ftp://kim:secret@h/f"));
        Assert.Equal("ftpx: Unrecognized command or argument 'ftp://kim:***@h/f'.\nTry: ftpx --help\n", _process.Err.ToString());
    }

    private Task<int> RunAsync(params string[] words) => FtpxCommand.RunAsync(words, _process.Value, new Verbs(
        _ => throw new InvalidOperationException("get ran"), _ => throw new InvalidOperationException("selftest ran"),
        _ => throw new InvalidOperationException("site ran")));
}
