namespace Accelerator.Cli.Tests.Script;

public sealed class ScriptOptionTableTests : CommandLineFixture
{
    [Fact]
    public void Options_are_case_sensitive()
    {
        var read = Read("-n", "-i", "-v", "-d", "-g", "-a", "-A", "-s:D:\\my scripts\\x.txt", "-x:8192", "-w:4096", "host", "2121");
        Assert.Equal((false, false, false, true, false, true), (read.LogsIn, read.AsksBeforeFiles, read.IsVerbose, read.Debug, read.Globs, read.IsAnonymous));
        Assert.Equal(("D:\\my scripts\\x.txt", "host", "2121"), (read.File, read.Host, read.Port));
        Assert.Equal(["-a", "-x:8192", "-w:4096"], read.Ignored);
        Assert.False(Read("-a").IsAnonymous);
    }

    [Theory]
    [InlineData("-in", false, true)]
    [InlineData("-ni", false, true)]
    [InlineData("-inv", false, false)]
    [InlineData("-v", true, false)]
    public void Letters_can_share_a_dash(string word, bool logsIn, bool isVerbose)
    {
        var read = Read(word, "host");
        Assert.Equal((logsIn, logsIn, isVerbose, "host"), (read.LogsIn, read.AsksBeforeFiles, read.IsVerbose, read.Host));
    }

    public static TheoryData<string> NoOptions => ["-S:x", "-s:", "-s", "--no-such", "-N", "-nx", "-ns", "-ins:file", "host 21 more"];

    [Theory]
    [MemberData(nameof(NoOptions))]
    public void Unknown_options_and_a_third_argument_are_usage_errors(string words) =>
        Assert.Throws<UsageException>(() => Read(words.Split(' ')));

    [Theory]
    [InlineData("-s a.txt", "-s needs a value, without a space before it: write -s:a.txt.")]
    [InlineData("-s: a.txt", "-s needs a value, without a space before it: write -s:a.txt.")]
    [InlineData("-n -s -i", "-s needs a value, without a space before it: write -s:FILE.")]
    [InlineData("-w", "-w needs a value, without a space before it: write -w:SIZE.")]
    [InlineData("-S:x", "-S:x is not an option of ftp. Try: ftpx ftp -?")]
    [InlineData("-", "- is not an option of ftp. Try: ftpx ftp -?")]
    public void An_option_without_its_value_is_answered_with_what_to_write(string words, string sentence) =>
        Assert.Equal(sentence, Assert.Throws<UsageException>(() => Read(words.Split(' '))).Message);

    [Theory]
    [InlineData("-", "-v -d -i -n -g -s: -a -A -x: -r: -b: -w: -? --active --allow-changes --exit-zero")]
    [InlineData("-n --a", "--active --allow-changes")]
    // The shell then offers files.
    [InlineData("-s:", "")]
    public async Task Completion_offers_the_options_of_this_mode(string typed, string expected)
    {
        var line = $"{RootCommand.ExecutableName} ftp {typed}";
        Assert.Equal(0, await FtpxAsync([$"[suggest:{line.Length}]", line]));
        Assert.Equal(expected.Split(' ', StringSplitOptions.RemoveEmptyEntries), Out.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }

    [Fact]
    public void An_environment_variable_allows_changes()
    {
        Assert.True(ScriptOptionTable.Read([], name => name == "FTPX_ALLOW_CHANGES" ? "1" : null).AllowChanges);
        Assert.False(ScriptOptionTable.Read([], _ => "0").AllowChanges);
    }

    [Theory]
    [InlineData("-s:none", 2)]
    [InlineData("--exit-zero -s:none", 0)]
    [InlineData("-X --exit-zero", 0)]
    public async Task Exit_zero_holds_for_arguments_and_scripts_that_cannot_be_read_too(string words, int exitCode)
    {
        Assert.Equal(exitCode, await FtpxAsync(["ftp", .. words.Split(' ')]));
        Assert.NotEmpty(Err);
    }

    [Theory]
    [InlineData("1", 0)]
    [InlineData("0", 2)]
    public async Task Exit_zero_can_be_set_in_the_environment(string value, int exitCode)
    {
        Process.Variables["FTPX_EXIT_ZERO"] = value;
        Assert.Equal(exitCode, await FtpxAsync(["ftp", "-s:none"]));
    }

    [Theory]
    [InlineData("ftpx", "ftp -n host", "-n host")]
    [InlineData("/opt/ftp", "-n host", "-n host")]
    [InlineData("D:/tools/FTP.EXE", "ftp", "ftp")]
    [InlineData("ftpx", "help ftp", "-?")]
    [InlineData("ftpx.exe", "get ftp", null)]
    [InlineData("lftp", "-n host", null)]
    public void The_arguments_are_those_after_ftp_or_all_if_the_program_is_named_ftp(string calledAs, string words, string? expected) =>
        Assert.Equal(expected?.Split(' '), ScriptRunner.WordsFor(words.Split(' '), calledAs));

    [Fact]
    public async Task The_arguments_are_unchanged()
    {
        IReadOnlyList<string> seen = [];
        Assert.Equal(77, await FtpxCommand.RunAsync(["ftp", "-s:x y", "--help", "-?", "@z"], Process.Value, script: KeepAsync));
        Assert.Equal(["-s:x y", "--help", "-?", "@z"], seen);
        Assert.Equal(77, await FtpxCommand.RunAsync(["get"], Process.Value with { CalledAs = "ftp.exe" }, script: KeepAsync));
        Assert.Equal(["get"], seen);

        Task<int> KeepAsync(IReadOnlyList<string> words)
        {
            seen = words;
            return Task.FromResult(77);
        }
    }

    [Fact]
    public async Task The_usage_has_every_option_and_a_missing_script_is_a_usage_error()
    {
        Assert.Equal(0, await FtpxAsync(["help", "ftp"]));
        Assert.All(ScriptOptionTable.All, row => Assert.Contains(row.Text, Out));
        Assert.Equal(2, await FtpxAsync(["ftp", "-s:none"]));
        Assert.StartsWith("ftpx: Error opening script file none. ", Err);
    }

    [Fact]
    public async Task Without_a_connection_verbs_report_that_or_work_and_only_downloading_or_changing_verbs_fail()
    {
        Process.Write("s", string.Join('\n', ScriptVerbTable.All.Where(verb => verb.NeedsServer && !verb.Changes && verb.Act is not (ScriptAct.Get or ScriptAct.GetMany)).Select(verb => verb.Name)));
        Assert.Equal(0, await FtpxAsync(["ftp", "-s:s"]));
        Assert.Equal(ScriptVerbTable.All.Count(verb => verb.NeedsServer && !verb.Changes) - 3, Out.Split("Not connected.").Length - 1);
        foreach (var verb in ScriptVerbTable.All.Where(verb => verb.Changes || verb.Act is ScriptAct.Get or ScriptAct.GetMany))
        {
            Process.Write("s", verb.Name + " x");
            Assert.Equal(ExitCodes.Network.Value, await FtpxAsync(["ftp", "-s:s"]));
        }
    }

    private static ScriptOptions Read(params string[] words) => ScriptOptionTable.Read(words, _ => null);
}
