namespace Accelerator.Cli.Tests;

/// <summary>Command lines that are refused before they have any effect.</summary>
public sealed class UsageTests : CommandLineFixture
{
    [Theory]
    [InlineData("site set http://h active=yes", "is not an FTP URL")]
    [InlineData("site set h:99999 active=yes", "is not a port")]
    [InlineData("site show 2001:db8::1", "An IPv6 address is written in brackets")]
    [InlineData("site forget", "Give the server to forget, or --all for all servers.")]
    [InlineData("site forget h --all", "Give the server to forget, or --all for all servers.")]
    [InlineData("site forget --all --user kim", "--all and --user contradict each other")]
    [InlineData("serve . --port 65536", "is not a port: use 1 to 65535, or 0 for any free port.", "Try: ftpx serve --help")]
    [InlineData("serve . --port ftp", "is not a port", "Try: ftpx serve --help")]
    [InlineData("serve . --max-sessions 0", "is not a number of sessions: use 1 to 10000.", "Try: ftpx serve --help")]
    [InlineData("serve . --delay 50", "is not a delay: write milliseconds or seconds, for example 50ms or 0.2s, at most one minute.", "Try: ftpx serve --help")]
    [InlineData("serve . --delay 60001ms", "is not a delay", "Try: ftpx serve --help")]
    [InlineData("serve . --delay 2m", "is not a delay", "Try: ftpx serve --help")]
    [InlineData("serve . --delay ms", "is not a delay", "Try: ftpx serve --help")]
    [InlineData("serve . --password x", "unknown option \"--password\".", "Try: ftpx serve --help")]
    [InlineData("job run passes aux", "Try: ftpx job ")]
    [InlineData("job run", "Try: ftpx job ")]
    [InlineData("job pause", "Try: ftpx job ")]
    [InlineData("job retry", "Try: ftpx job ")]
    [InlineData("job list passes", "Try: ftpx job ")]
    [InlineData("job history --limit 0", "Try: ftpx job ")]
    [InlineData("job history --limit 1001", "Try: ftpx job ")]
    [InlineData("job list --dry-run", "Try: ftpx job ")]
    [InlineData("completion ksh", "powershell, bash, zsh, fish")]
    [InlineData("probe ftp://h/*", "ftpx: error: ftpx probe measures one file: give its URL, and write *, ? and [ in its name as %2A, %3F and %5B.\n")]
    [InlineData("get ftp://h/F --report r.html --dry-run", "ftpx: error: --report needs a transfer, but --dry-run downloads nothing; omit one of them.\n")]
    [InlineData("get --streams 0 --json ftp://h/", "--streams: ")]
    [InlineData("mirror --order x --json ftp://h/", "--order: ")]
    [InlineData("ls --max-depth -1 --json ftp://h/", "--max-depth: ")]
    [InlineData("fxp --passive x --json ftp://h/ ftp://i/", "--passive: ")]
    public async Task Invalid_arguments_give_one_message_on_standard_error_only(string words, params string[] parts)
    {
        Assert.Equal((ExitCodes.Usage, ""), (await FtpxAsync(words.Split(' ')), Out));
        Assert.StartsWith("ftpx: error: ", Err, StringComparison.Ordinal);
        Assert.All(parts, part => Assert.Contains(part, Err));
        if (parts[0].StartsWith("ftpx: ", StringComparison.Ordinal)) Assert.Equal(parts[0], Err);
    }
}
