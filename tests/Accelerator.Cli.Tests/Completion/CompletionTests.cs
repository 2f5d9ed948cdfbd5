using System.CommandLine;
using Accelerator.Cli.Commands;
using Accelerator.Cli.Completion;
using Accelerator.Cli.Credentials;
using Accelerator.Cli.Doctor;
using Accelerator.Cli.Fxp;
using Accelerator.Cli.Service;
using Accelerator.Cli.Tune;
using Accelerator.Engine.Sites;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests.Completion;

public sealed class CompletionTests : IDisposable
{
    private readonly TestSurroundings _process = new();

    public void Dispose() => _process.Dispose();

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
    public async Task A_shell_is_told_what_may_follow(string line, string expected) => Assert.Equal(expected.Split(' '), await AskAsync(line));

    [Fact]
    public async Task Servers_come_from_what_is_remembered_and_from_stored_logins()
    {
        _process.Variables["HOME"] = _process.Folder;
        var memory = SiteRunner.OpenMemory(_process.Value)!;
        foreach (var user in (string[])["anonymous", "kim"])
            await memory.SetAsync(SiteKey.Of(new FtpEndpoint("seen.example", 21, FtpSecurity.None), user), settings => settings.With("streams", "4"), CancellationToken.None);
        await LoginStore.Open(_process.Value).WriteAsync(LoginAddress.Parse("ftp://lee 1@kept.example:2121"), "s3cret", CancellationToken.None);

        Assert.Equal(["ftp://kim@seen.example/", "ftp://lee%201@kept.example:2121/", "ftp://seen.example/"], await AskAsync("ftpx get "));
        Assert.Equal(["ftp://lee%201@kept.example:2121/"], await AskAsync("ftpx mirror ftp://lee"));
        Assert.Equal(["ftp://kim@seen.example/"], await AskAsync("ftpx mirror ftp://seen.example/d --replica ftp://kim"));
        Assert.Equal(["ftp://lee%201@kept.example:2121"], await AskAsync("ftpx credential remove ftp"));
        Assert.Equal(["kept.example:2121", "seen.example"], await AskAsync("ftpx site show "));
        Assert.DoesNotContain("s3cret", _process.Out.ToString() + _process.Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task An_unreadable_store_is_no_obstacle()
    {
        _process.Variables["HOME"] = _process.Folder;
        Directory.CreateDirectory(Path.Combine(_process.Folder, ".local/share/accelerator/logins"));
        await File.WriteAllTextAsync(Path.Combine(_process.Folder, ".local/share/accelerator/logins/login-0.json"), "{");
        Assert.Equal(["--streams"], await AskAsync("ftpx get --st"));
        Assert.Equal("", _process.Err.ToString());
    }

    /// <summary>A word that is offered must be one that is taken.</summary>
    [Fact]
    public void Every_offered_word_is_accepted()
    {
        OptionTable[] tables = [new GetOptionTable(), new MirrorOptionTable(), new FxpOptionTable(), new LsOptionTable(), new ProbeOptionTable(), new TuneOptionTable(), new ServiceOptionTable(), new DoctorOptionTable()];
        var offered = (from table in tables from row in table.Rows from word in CompletionWords.Of(row.Option) select (row.Option, word)).ToList();
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
        Assert.Equal(ExitCodes.Ok, await FtpxCommand.RunAsync(["completion", shell], _process.Value));
        Assert.Contains(holds, _process.Out.ToString());
        Assert.Contains("[suggest:", _process.Out.ToString());
        Assert.All(_process.Out.ToString(), letter => Assert.InRange(letter, '\n', '~'));
    }

    [Fact]
    public async Task Another_shell_is_refused()
    {
        Assert.Equal(ExitCodes.Usage, await FtpxCommand.RunAsync(["completion", "ksh"], _process.Value));
        Assert.Contains("powershell, bash, zsh, fish", _process.Err.ToString());
    }

    // As the scripts show it: options only where one was begun.
    private async Task<IReadOnlyList<string>> AskAsync(string line)
    {
        _process.Out.GetStringBuilder().Clear();
        // The line begins with the program's name, which is another one in a test.
        var asked = RootCommand.ExecutableName + line["ftpx".Length..];
        Assert.Equal(ExitCodes.Ok, await FtpxCommand.RunAsync([$"[suggest:{asked.Length}]", asked], _process.Value));
        var isOption = line.Split(' ')[^1].StartsWith('-');
        return [.. _process.Out.ToString().Split('\n', StringSplitOptions.RemoveEmptyEntries).Where(word => isOption || word[0] is not ('-' or '/'))];
    }
}
