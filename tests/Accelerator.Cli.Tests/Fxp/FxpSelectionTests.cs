namespace Accelerator.Cli.Tests.Fxp;

/// <summary><c>ftpx fxp</c> with a filter that selects no file, against two servers in this process.</summary>
public sealed class FxpSelectionTests : LoopbackFixture
{
    [Theory]
    [InlineData("out/*.nc", "--dry-run")]
    [InlineData("out/*.nc", "--quiet")]
    [InlineData("out/", "--dry-run")]
    public async Task Files_that_are_all_skipped_are_counted_and_no_failure(string path, string option)
    {
        Server.Files.AddText("/out/a.nc", "text");
        await using var destination = LoopbackServer.Start();
        destination.Files.AddText("/in/x", "text");
        var target = $"ftp://{destination.EndPoint}/in/";
        Assert.Equal(0, await RunAsync("fxp", option, Url(path), target, "--min-size", "1G", "--no-site-memory"));
        Assert.Equal(option != "--quiet", Err.Contains("ftpx: note: 1 file skipped: 1 smaller than --min-size.\n", StringComparison.Ordinal));
        Assert.Equal(3, await RunAsync("fxp", option, Url("out/*.zip"), target, "--min-size", "1G", "--no-site-memory"));
    }

    [Theory]
    [InlineData("--include=*.zip", "skipped: by name (--include, --exclude).", "fxp_file,fxp_result")]
    [InlineData("--min-size=1G", "skipped: smaller than --min-size.", "fxp_file,fxp_result")]
    [InlineData("--newer-than=1d", "skipped: not newer than --newer-than.", "fxp_file,fxp_preview", "--dry-run")]
    public async Task A_single_file_that_is_skipped_has_a_line_with_the_reason_and_is_no_failure(string filter, string reason, string types, params string[] more)
    {
        Server.Files.AddText("/out/a.nc", "text");
        await using var destination = LoopbackServer.Start();
        var target = $"ftp://{destination.EndPoint}/in/";
        Assert.Equal(0, await RunAsync(["fxp", "--json", Url("out/a.nc"), target, filter, "--no-site-memory", .. more]));
        var file = JsonOut.Single(line => line.GetProperty("type").GetString() == "fxp_file");
        Assert.Equal((true, true, $"{Url("out/a.nc")} {reason}"),
            (file.GetProperty("ok").GetBoolean(), file.GetProperty("left_out").GetBoolean(), file.GetProperty("message").GetString()));
        Assert.Equal(types, string.Join(',', JsonTypes().Where(type => type != "warning")));
        Assert.DoesNotContain(Server.Log.Commands, command => command.Verb == "RETR");
    }

    /// <summary>The source answers nothing about the file: the copy asks again and says why.</summary>
    [Fact]
    public async Task A_single_file_that_is_not_there_is_a_failure_and_not_skipped()
    {
        Server.Files.AddText("/out/a.nc", "text");
        await using var destination = LoopbackServer.Start();
        Assert.Equal(3, await RunAsync("fxp", Url("out/none"), $"ftp://{destination.EndPoint}/in/", "--min-size", "1", "--no-site-memory"));
        Assert.DoesNotContain("skipped", Err);
    }
}
