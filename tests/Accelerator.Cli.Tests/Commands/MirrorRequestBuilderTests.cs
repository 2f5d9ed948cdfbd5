namespace Accelerator.Cli.Tests.Commands;

public sealed class MirrorRequestBuilderTests : CommandLineFixture
{
    [Theory]
    [InlineData("ftp://h/pub/passes", "pub/passes", "passes")]
    [InlineData("ftp://h/pub/passes/", "pub/passes", "passes")]
    [InlineData("ftp://h//data/", "/data", "data")]
    [InlineData("ftp://h/a%3Ab", "a:b", "a%3Ab")]
    public async Task Without_a_folder_one_of_the_same_name_is_made_in_the_current_one(string address, string path, string folder)
    {
        Process.IsWindows = true;
        var request = await ReadAsync(new MirrorOptions { Address = address });
        Assert.Equal((path, PathOf(folder)), (request.Source.Path.Text, request.TargetRoot));
        Assert.False(Directory.Exists(request.TargetRoot));
    }

    [Theory]
    [InlineData("ftp://h", "", "ftp://h:21/")]
    [InlineData("ftp://h/", "", "ftp://h:21/")]
    [InlineData("ftp://h//", "/", "ftp://h:21//")]
    [InlineData("ftp://h/..", "..", "ftp://h:21/..")]
    public async Task A_folder_without_a_name_needs_one_here(string address, string path, string shown)
    {
        Assert.Equal($"{shown} has no name for the local folder; give one, for example: ftpx mirror {shown} archive.", await ProblemAsync(new MirrorOptions { Address = address }));
        Assert.Equal(path, (await ReadAsync(new MirrorOptions { Address = address, Folder = "archive" })).Source.Path.Text);
    }

    [Fact]
    public async Task The_local_folder_and_its_parents_may_be_missing_but_a_file_or_an_empty_name_is_refused()
    {
        Process.Write("file", "");
        Assert.Equal(PathOf("new"), (await ReadAsync(Into("new" + Path.DirectorySeparatorChar))).TargetRoot);
        Assert.Equal(PathOf("not", "there"), (await ReadAsync(Into(Path.Combine("not", "there")))).TargetRoot);
        Assert.Equal($"{PathOf("file")} is a file; the target of ftpx mirror is a folder.", await ProblemAsync(Into("file")));
        Assert.Equal("DIR is empty: give it a folder.", await ProblemAsync(Into("")));
        Process.IsWindows = true;
        Assert.Contains("must not end with a backslash", await ProblemAsync(Into("D:\\my data\"")));
    }

    [Fact]
    public async Task Every_option_reaches_the_request()
    {
        var request = await ReadAsync(new MirrorOptions
        {
            Address = "ftps://kim@h/d",
            Selection = new() { Include = [Glob.Parse("*.nc")], Exclude = [Glob.Parse("raw/")], MinSize = 1, MaxSize = 2, NewerThan = new PointInTime(null, TimeSpan.FromHours(36)), OlderThan = new PointInTime(null, TimeSpan.FromHours(1)) },
            MinAge = TimeSpan.FromMinutes(10),
            MaxDepth = 3,
            Order = MirrorOrder.Smallest,
            Parallel = 5,
            Delete = true,
            MaxDelete = new DeleteLimit(7, IsPercent: false),
            Checksum = true,
            Streams = 7,
            LimitRate = RateLimit.Parse("4K"),
            NoResume = true,
        });

        Assert.Equal("ftps://h:990/d", request.Source.ToString());
        Assert.Equal("kim", request.Source.Credential.User);
        Assert.Equal(["*.nc raw/"], [$"{request.Filter.Include[0]} {request.Filter.Exclude[0]}"]);
        Assert.Equal(Process.Time.GetUtcNow() - TimeSpan.FromHours(36), request.Filter.NewerThan);
        Assert.Equal((1, 2, Process.Time.GetUtcNow() - TimeSpan.FromHours(1)), (request.Filter.MinSize!.Value, request.Filter.MaxSize!.Value, request.Filter.OlderThan!.Value));
        Assert.Equal((TimeSpan.FromMinutes(10), 3), (request.Filter.MinAge!.Value, request.Filter.MaxDepth!.Value));
        Assert.Equal(new DeleteLimit(7, IsPercent: false), request.MaxDelete);
        Assert.Equal((MirrorOrder.Smallest, 5, true, true), (request.Order, request.Parallel!.Value, request.Delete, request.Checksum));
        Assert.Equal((7, 4096L, false, 0), (request.Transfer.Streams, request.Transfer.RateLimit, request.Transfer.Resume, request.Transfer.Items.Count));
    }

    [Fact]
    public async Task The_settings_of_the_server_apply()
    {
        Process.Variables["HOME"] = Process.Folder;
        Assert.Equal(0, await FtpxAsync(["site", "set", "h", "charset=cp949", "tls=required", "max-sessions=4"]));

        var request = await ReadAsync(new MirrorOptions { Address = "ftp://h/데이터/" });
        Assert.Equal([0xB5, 0xA5, 0xC0, 0xCC, 0xC5, 0xCD], request.Source.Path.Bytes.ToArray());
        Assert.Equal((FtpSecurity.Explicit, 4), (request.Source.Endpoint.Security, request.Transfer.MaxStreams));
        Assert.NotNull(request.Transfer.Sites);
        Assert.Null((await ReadAsync(new MirrorOptions { Address = "ftp://h/d", NoSiteMemory = true })).Transfer.Sites);
    }

    [Fact]
    public async Task No_password_is_asked_for_when_the_rest_is_wrong()
    {
        Process.InIsTerminal = true;
        Process.Write("file", "");
        await Assert.ThrowsAsync<UsageException>(() => new MirrorRequestBuilder(Into("file") with { Address = "ftp://kim@h/d" }, Process.Value, _ => { }).ReadAsync());
        Assert.Empty(Process.Prompts);
    }

    private static MirrorOptions Into(string folder) => new() { Address = "ftp://h/d", Folder = folder };

    private async Task<string> ProblemAsync(MirrorOptions options) => (await Assert.ThrowsAsync<UsageException>(() => ReadAsync(options))).Message;

    private Task<MirrorRequest> ReadAsync(MirrorOptions options)
    {
        Process.Variables["FTPX_PASSWORD"] = "p";
        return new MirrorRequestBuilder(options, Process.Value, warning => Assert.Fail(warning)).ReadAsync();
    }
}
