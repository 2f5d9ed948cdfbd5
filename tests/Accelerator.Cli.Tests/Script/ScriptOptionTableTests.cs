using Accelerator.Cli.Script;

namespace Accelerator.Cli.Tests.Script;

public sealed class ScriptOptionTableTests
{
    [Fact]
    public void Options_mean_another_thing_in_capitals()
    {
        var read = Read("-n", "-i", "-v", "-d", "-g", "-a", "-A", "-s:D:\\my scripts\\x.txt", "-x:8192", "-w:4096", "host", "2121");
        Assert.Equal((false, false, false, true, false, true), (read.LogsIn, read.AsksBeforeFiles, read.IsVerbose, read.Debug, read.Globs, read.IsAnonymous));
        Assert.Equal(("D:\\my scripts\\x.txt", "host", "2121"), (read.File, read.Host, read.Port));
        Assert.Equal(["-a", "-x:8192", "-w:4096"], read.Ignored);
        Assert.False(Read("-a").IsAnonymous);
    }

    [Theory]
    [InlineData("-S:x")]
    [InlineData("-s:")]
    [InlineData("-s")]
    [InlineData("--no-such")]
    [InlineData("-N")]
    public void What_is_no_option_is_a_usage_error(string word) => Assert.Throws<UsageException>(() => Read(word));

    [Fact]
    public void A_third_word_is_a_usage_error() => Assert.Throws<UsageException>(() => Read("host", "21", "more"));

    [Fact]
    public void Two_variables_stand_for_options()
    {
        var read = ScriptOptionTable.Read([], name => name is "FTPX_ALLOW_CHANGES" or "FTPX_EXIT_ZERO" ? "1" : null);
        Assert.True(read is { AllowChanges: true, ExitZero: true });
        Assert.True(ScriptOptionTable.Read([], _ => "0") is { AllowChanges: false, ExitZero: false });
    }

    [Theory]
    [InlineData("ftpx", "ftp -n host", "-n host")]
    [InlineData("/opt/ftp", "-n host", "-n host")]
    [InlineData("D:/tools/FTP.EXE", "ftp", "ftp")]
    [InlineData("ftpx", "help ftp", "-?")]
    [InlineData("ftpx.exe", "get ftp", null)]
    [InlineData("lftp", "-n host", null)]
    public void The_words_are_those_behind_ftp_or_all_where_the_program_is_called_so(string calledAs, string words, string? expected) =>
        Assert.Equal(expected?.Split(' '), ScriptRunner.WordsFor(words.Split(' '), calledAs));

    private static ScriptOptions Read(params string[] words) => ScriptOptionTable.Read(words, _ => null);
}
