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

    /// <summary>
    /// For every option of every command: a value that is empty, or that is an option, is refused. The unknown option at the end ensures
    /// that no command is carried out where the value is not refused.
    /// </summary>
    [Fact]
    public async Task An_option_never_takes_the_next_option_for_its_value()
    {
        var count = 0;
        foreach (var (path, option) in Commands.SelectMany(command => Valued(command, [command.Name])))
        {
            foreach (var name in option.Aliases.Prepend(option.Name))
            {
                await AssertAsync($"option \"{name}\" has an empty value; give a value, or omit the option.", [.. path, name + "=", "--json"]);
                await AssertAsync($"option \"{name}\" has an empty value; give a value, or omit the option.", [.. path, name + ":", "x"]);
                await AssertAsync($"option \"{name}\" has an empty value; give a value, or omit the option.", [.. path, name, ""]);
                await AssertAsync($"option \"{name}\" needs a value, but \"--dry-run\" follows.", [.. path, name, "--dry-run"]);
                await AssertAsync($"option \"{name}\" needs a value, but \"-v\" follows.", [.. path, name, "-v"]);
                count++;
            }
        }
        Assert.True(count > 200, $"{count} options");

        static IEnumerable<(string[] Path, Option Option)> Valued(Command command, string[] path) =>
            command.Options.Where(option => option.Arity.MinimumNumberOfValues > 0).Select(option => (path, option))
                .Concat(command.Subcommands.SelectMany(below => Valued(below, [.. path, below.Name])));

        async Task AssertAsync(string sentence, string[] words)
        {
            Process.Err.GetStringBuilder().Clear();
            Assert.Equal(ExitCodes.Usage, await FtpxAsync([.. words, "--no-such-option"]));
            Assert.StartsWith("ftpx: error: " + sentence, Err);
        }
    }

    [Theory]
    [InlineData("option \"-o\" has an empty value", "get", "-vo", "", "ftp://h/f")]
    [InlineData("option \"--exclude\" needs a value, but \"--dry-run\" follows. If that is the value, write --exclude=--dry-run.", "mirror", "--exclude", "--dry-run", "ftp://h/d/", "d")]
    [InlineData("option \"--output\" needs a value, but \"--\" follows", "get", "--output", "--", "ftp://h/f")]
    public async Task A_missing_value_is_told(string sentence, params string[] words)
    {
        Assert.Equal(ExitCodes.Usage, await FtpxAsync(words));
        Assert.Contains(sentence, Err);
    }
}
