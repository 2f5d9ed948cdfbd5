namespace Accelerator.Interop.Tests.Completion;

/// <summary>The scripts of <c>ftpx completion</c> in real shells, which ask the real program.</summary>
public sealed class ShellTests(ShellUserFixture user) : RealTests, IClassFixture<ShellUserFixture>
{
    private const string StoredAddress = "ftp://kim%201@kept.example:2121/";

    // The line is typed as a user types it; bash's own variables are set as it sets them.
    private const string Bash = """
        source <(ftpx completion bash) || exit 1
        complete -p ftpx >&2 || exit 1
        COMP_LINE=$1 COMP_POINT=${#1}
        # Bash cuts words at these too; a function that asks COMP_WORDS alone would be misled.
        COMP_WORDS=(ftpx) COMP_CWORD=1
        _ftpx ftpx
        printf '%s\n' "${COMPREPLY[@]}"
        """;

    // zsh runs in a terminal of its own: after Tab, a key binding of the test prints the line as it is. The awaited text occurs in no line
    // that is typed.
    private const string Zsh = """
        zmodload zsh/zpty
        zpty shell zsh -f -i
        until_seen() { local text= part=; while [[ $text != *"$1"* ]]; do zpty -r -m shell part "*" && text+=$part; done; print -r -- "$text" >&2; }
        zpty -w shell 'PS1=; unsetopt prompt_cr; unset zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source <(ftpx completion zsh); print REA""DY'
        until_seen READY
        zpty -w shell 'finish() { BUFFER="print -r -- SE\"\"EN\<${(q)BUFFER}\>DO\"\"NE"; zle accept-line }; zle -N finish; bindkey "^X" finish; print BOU""ND'
        until_seen BOUND
        zpty -n -w shell "$1"$'\t\x18'
        until_seen '>DONE'
        """;

    [ServerTheory("inotify")]
    [InlineData("ftpx ge", "get")]
    [InlineData("ftpx get --unb", "--unbuffered")]
    [InlineData("ftpx get --unbuffered ", "auto off on")]
    [InlineData("ftpx tune diff server", "server-wan")]
    [InlineData("ftpx get --streams 4 \"a b\" --overw", "--overwrite")]
    [InlineData("ftpx get ftp://kim%201@kept.exa", "kept.example:2121/")]
    [InlineData("ftpx get ftp://kim%201@kept.example:2", "2121/")]
    [InlineData("ftpx get f", StoredAddress)]
    [InlineData("ftpx get la", "lab:")]
    [InlineData("ftpx get --checksums la", "lab:")]
    [InlineData("ftpx gateway --upstream la", "lab:")]
    [InlineData("ftpx get -o ", "")]
    public async Task Bash_completes(string line, string expected)
    {
        var end = await ShellAsync("/bin/bash", ["--norc", "-c", Bash, "bash", line], Token);
        Assert.Contains("complete -o default -F _ftpx ftpx", end.Error);
        Assert.Equal(expected, end.Output.Trim().Replace('\n', ' '));
    }

    [ServerTheory("fish")]
    [InlineData("ftpx ge", "get")]
    [InlineData("ftpx get --unb", "--unbuffered")]
    [InlineData("ftpx get --unbuffered ", "auto off on")]
    [InlineData("ftpx get ftp", StoredAddress)]
    [InlineData("ftpx get la", "lab:")]
    [InlineData("ftpx get --checksums la", "lab:")]
    public async Task Fish_completes(string line, string expected)
    {
        var end = await ShellAsync(ServerTools.Require("fish"), ["--no-config", "-c", $"ftpx completion fish | source; complete -C '{line}'"], Token);
        Assert.Equal(expected.Split(' '), end.Output.Trim().Split('\n').Where(word => word != "bin/" && word != "a-file"));
    }

    [ServerTheory("zsh")]
    [InlineData("ftpx ge", "ftpx get ")]
    [InlineData("ftpx get --unb", "ftpx get --unbuffered ")]
    [InlineData("ftpx get ftp", "ftpx get " + StoredAddress)]
    [InlineData("ftpx get la", "ftpx get lab:")]
    [InlineData("ftpx get --checksums la", "ftpx get --checksums lab:")]
    [InlineData("ftpx get --checksums a-", "ftpx get --checksums a-file ")]
    [InlineData("ftpx get -o a-", "ftpx get -o a-file ")]
    public async Task Zsh_completes(string line, string expected)
    {
        var end = await ShellAsync(ServerTools.Require("zsh"), ["-f", "-c", Zsh, "zsh", line], Token);
        Assert.Contains($"SEEN<{expected}>", end.Error.Replace("\r", ""));
    }

    private async Task<ProgramEnd> ShellAsync(string shell, IEnumerable<string> words, CancellationToken cancellationToken)
    {
        await using var run = ProgramRun.StartFile(shell, user.Home, words, new Dictionary<string, string>
        {
            ["PATH"] = Path.Combine(user.Home, "bin") + ":/usr/bin:/bin",
            ["TERM"] = "dumb",
            ["LC_ALL"] = "C.UTF-8",
            ["XDG_DATA_HOME"] = "",
            ["XDG_CONFIG_HOME"] = "",
        });
        return (await run.WaitAsync(cancellationToken)).Expect();
    }
}
