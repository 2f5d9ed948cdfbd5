namespace Accelerator.Cli.Tests.Completion;

public sealed class CompletionTests : CommandLineFixture
{
    [Theory]
    [InlineData("ftpx ge", "get")]
    [InlineData("ftpx tune d", "diff")]
    [InlineData("ftpx get --unb", "--unbuffered")]
    [InlineData("ftpx get --unbuffered ", "auto off on")]
    [InlineData("ftpx get --tls ", "explicit implicit none")]
    [InlineData("ftpx mirror --order n", "newest")]
    [InlineData("ftpx get --bind ", "192.0.2.7 198.51.100.7 eth0 eth1")]
    [InlineData("ftpx doctor --bind eth", "eth0 eth1")]
    [InlineData("ftpx completion ", "bash fish powershell zsh")]
    [InlineData("ftpx tune diff dtn-l", "dtn-lan-10g")]
    [InlineData("ftpx site set h:21 charset", "charset=")]
    [InlineData("ftpx get --help a", "all")]
    [InlineData("ftpx help env", "environment")]
    [InlineData("ftpx help mir", "mirror")]
    public async Task Completion_suggests_the_words_that_may_follow(string line, string expected) => Assert.Equal(expected.Split(' '), await AskAsync(line));

    [Fact]
    public async Task Servers_come_from_what_is_remembered_and_from_stored_credentials()
    {
        Process.Variables["HOME"] = Process.Folder;
        var memory = Process.Value.OpenSiteMemory()!;
        foreach (var user in (string[])["anonymous", "kim"])
            await memory.SetAsync(SiteKey.Of(new FtpEndpoint("seen.example", 21, FtpSecurity.None), user), settings => settings.With("streams", "4"), CancellationToken.None);
        await UserCredentialStore.Open(Process.Value).WriteAsync(CredentialAddress.Parse("ftp://lee 1@kept.example:2121"), "s3cret", CancellationToken.None);

        Assert.Equal(["ftp://kim@seen.example/", "ftp://lee%201@kept.example:2121/", "ftp://seen.example/"], await AskAsync("ftpx get "));
        Assert.Equal(["ftp://lee%201@kept.example:2121/"], await AskAsync("ftpx mirror ftp://lee"));
        Assert.Equal(["ftp://kim@seen.example/"], await AskAsync("ftpx mirror ftp://seen.example/d --replica ftp://kim"));
        Assert.Equal(["ftp://lee%201@kept.example:2121"], await AskAsync("ftpx credential remove ftp"));
        Assert.Equal(["kept.example:2121", "seen.example"], await AskAsync("ftpx site show "));
        Assert.DoesNotContain("s3cret", Out + Err, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("ftpx get la", "lab2: lab:")]
    [InlineData("ftpx get --checksums la", "lab2: lab:")]
    [InlineData("ftpx mirror --checksums lab2", "lab2:")]
    // Without a word, the shell offers local files.
    [InlineData("ftpx get --checksums ", "")]
    // The gateway takes a server without a folder.
    [InlineData("ftpx gateway --upstream ", "lab2:")]
    public async Task Names_of_servers_follow_where_an_address_may(string line, string expected)
    {
        Process.Variables["FTPX_CONFIG"] = Process.Write("config.json", """{ "servers": { "lab2": { "url": "ftps://i" }, "lab": { "url": "ftp://kim@h:2121/pub" } } }""");
        Assert.Equal(expected.Split(' ', StringSplitOptions.RemoveEmptyEntries), await AskAsync(line));
    }

    [Fact]
    public async Task An_unreadable_store_does_not_stop_completion()
    {
        Process.Variables["HOME"] = Process.Folder;
        Directory.CreateDirectory(PathOf(".local/share/accelerator/logins"));
        await File.WriteAllTextAsync(PathOf(".local/share/accelerator/logins/login-0.json"), "{");
        Assert.Equal(["--streams"], await AskAsync("ftpx get --str"));
        Assert.Equal("", Err);
    }

    /// <summary>Every suggested word must be accepted.</summary>
    [Fact]
    public void Every_offered_word_is_accepted()
    {
        var rows = Commands.OfType<VerbCommand>().SelectMany(verb => verb.Rows);
        var offered = (from row in rows from word in row.Words select (row.Option, word)).ToList();
        Assert.True(offered.Select(pair => pair.Option.Name).Distinct().Count() >= 9, "Options with words were looked at.");
        foreach (var (option, word) in offered) Assert.Empty(new Command("c") { option }.Parse([option.Name, word]).Errors);
    }

    [Theory]
    [InlineData("bash", "complete -o default -F _ftpx ftpx")]
    [InlineData("zsh", "compdef _ftpx ftpx")]
    [InlineData("fish", "complete -c ftpx")]
    [InlineData("powershell", "Register-ArgumentCompleter -Native")]
    public async Task Each_shell_has_a_script(string shell, string holds)
    {
        Assert.Equal(ExitCodes.Ok, await FtpxAsync(["completion", shell]));
        Assert.Contains(holds, Out);
        Assert.Contains("[suggest:", Out);
        Assert.All(Out, letter => Assert.InRange(letter, '\n', '~'));
    }

    // Filters as the shell scripts do: options are suggested only after a dash.
    private async Task<IReadOnlyList<string>> AskAsync(string line)
    {
        TakeOut();
        // The line begins with the program's name, which differs in a test.
        var asked = RootCommand.ExecutableName + line["ftpx".Length..];
        Assert.Equal(ExitCodes.Ok, await FtpxAsync([$"[suggest:{asked.Length}]", asked]));
        var isOption = line.Split(' ')[^1].StartsWith('-');
        return [.. Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(word => isOption || word[0] is not ('-' or '/'))];
    }
}
