namespace Accelerator.Engine.Tests.Fxp;

/// <summary>Which files of a tree and of a pattern are copied.</summary>
public sealed class FxpSearchTests
{
    private static readonly FileFilter Filter = new() { Exclude = [Glob.Parse("raw*")], MinSize = 5, MaxSize = 10 };

    [Fact]
    public async Task A_tree_and_a_pattern_are_filtered_alike_and_what_is_skipped_is_counted()
    {
        await using var source = Served("/out/a.nc", "/out/raw.nc", "/out/sub/b.nc", "/out/rawer/c.nc");
        source.Files.AddText("/out/small.nc", "1234");
        source.Files.AddText("/out/sub/large.nc", "12345678901");
        await using var destination = Served("/in/x");

        var tree = await SearchAsync(source, destination, search => search.TreeAsync(Path("out"), Path("in"), Filter, CancellationToken.None));
        Assert.Equal(["out/a.nc", "out/sub/b.nc"], tree.Items.Select(item => item.From.Text).Order(StringComparer.Ordinal));
        Assert.Equal(3, tree.SkippedFiles);
        Assert.Equal(["3 files skipped: 1 by name (--include, --exclude), 1 smaller than --min-size, 1 larger than --max-size."], tree.Selection);

        var pattern = RemotePattern.Parse("out/s*/*.nc", FtpCharsets.Utf8)!;
        var matches = await SearchAsync(source, destination, search => search.PatternAsync(pattern, Path("in"), Filter, CancellationToken.None));
        Assert.Equal(("out/sub/b.nc", 1), (Assert.Single(matches.Items).From.Text, matches.SkippedFiles));
    }

    private static LoopbackServer Served(params string[] paths)
    {
        var server = LoopbackServer.Start();
        foreach (var path in paths) server.Files.AddText(path, "1234567");
        return server;
    }

    private static async Task<FxpFound> SearchAsync(LoopbackServer source, LoopbackServer destination, Func<FxpSearch, Task<FxpFound>> searchAsync)
    {
        await using var from = await OpenAsync(source);
        await using var to = await OpenAsync(destination);
        return await searchAsync(new FxpSearch(FxpSamples.Request(), from, to));
    }

    private static Task<ListingRunner> OpenAsync(LoopbackServer server) => ListingRunner.OpenAsync(
        new TransferRequest { Items = [] }, new TransferSource(new FtpEndpoint(server.EndPoint.Address.ToString(), server.EndPoint.Port, FtpSecurity.None), FtpCredential.Anonymous, Path("")),
        TimeProvider.System, CancellationToken.None);

    private static FtpPath Path(string text) => FtpPath.FromText(text, FtpCharsets.Utf8);
}
