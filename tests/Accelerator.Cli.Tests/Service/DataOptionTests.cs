namespace Accelerator.Cli.Tests.Service;

/// <summary>The option --data in the commands that messages suggest.</summary>
public sealed class DataOptionTests : CommandLineFixture
{
    [Theory]
    [InlineData("Run: ftpx job resume passes", "Run: ftpx job resume --data walk/service passes")]
    [InlineData("To see why, run: ftpx service status", "To see why, run: ftpx service status --data walk/service")]
    [InlineData("ftpx job outage add passes, or ftpx job gaps passes.", "ftpx job outage add --data walk/service passes, or ftpx job gaps --data walk/service passes.")]
    [InlineData("Run: ftpx credential set kim --service", "Run: ftpx credential set --data walk/service kim --service")]
    [InlineData("Run: ftpx job run --data elsewhere passes", "Run: ftpx job run --data elsewhere passes")]
    // These have no option --data.
    [InlineData("Run: ftpx service start", "Run: ftpx service start")]
    [InlineData("Run: ftpx job validate jobs.json", "Run: ftpx job validate jobs.json")]
    [InlineData("Run: ftpx credential set ftp://kim@host", "Run: ftpx credential set ftp://kim@host")]
    public void Each_command_of_a_sentence_that_takes_the_option_gets_it(string sentence, string expected) =>
        Assert.Equal(expected, DataOption.Of("walk/service", Host, Process.Value).In(sentence));

    [Fact]
    public void The_default_folder_is_not_repeated_however_it_was_typed()
    {
        foreach (var typed in (string?[])[null, "", ".", Process.Folder + Path.DirectorySeparatorChar])
            Assert.Equal("ftpx job list", DataOption.Of(typed, Host, Process.Value).In("ftpx job list"));
        Assert.Equal("ftpx job list --data .", DataOption.Of(".", Host with { Data = null }, Process.Value).In("ftpx job list"));
    }

    [Theory]
    [InlineData(false, "ftpx job list --data 'my walk'")]
    [InlineData(true, "ftpx job list --data \"my walk\"")]
    public void A_folder_with_a_blank_is_quoted_for_the_shell(bool isWindows, string expected)
    {
        Process.IsWindows = isWindows;
        Assert.Equal(expected, DataOption.Of("my walk", Host, Process.Value).In("ftpx job list"));
    }

    private ServiceHost Host => new(null, Process.Folder, "ftpxd");
}
