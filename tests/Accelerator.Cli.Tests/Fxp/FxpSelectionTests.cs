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
}
