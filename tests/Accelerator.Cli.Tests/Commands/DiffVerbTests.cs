namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx diff</c> with the real engine, against a server in this process.</summary>
public sealed class DiffVerbTests : LoopbackFixture
{
    private readonly OptionFixture<MirrorOptions> _diff = new(work => new DiffCommand(work));

    public DiffVerbTests()
    {
        Server.Files.AddText("/pub/a.nc", "text");
        Server.Files.AddText("/pub/sub/b.nc", "text");
        Server.Files.AddText("/pub/sub/c\u001b.nc", "text");
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<MirrorOptions>.Rows(
        CommandLineFixture.RowsOf("diff"), o => o,
        ("--min-age 10m", o => o.MinAge, TimeSpan.FromMinutes(10)),
        ("--max-depth 2", o => o.MaxDepth, 2),
        ("--checksum", o => o.Checksum, true));

    public override void Dispose()
    {
        _diff.Dispose();
        base.Dispose();
    }

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _diff.ParseAsync([.. words.Split(' '), "ftp://h/d", "d"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<MirrorOptions>.AssertComplete(RowsOf("diff"), Values);

    /// <summary>Neither "up to date" nor "no difference" is true of a listing that may be cut off.</summary>
    [Fact]
    public async Task A_doubtful_listing_ends_mirror_and_diff_with_code_12()
    {
        Server.Files.AddSeries("/pub/round", 1000, 0);
        Assert.Equal(12, await RunAsync("mirror", Url("pub"), "--quiet", "--no-site-memory"));
        Assert.Equal(12, await DiffAsync());
        Assert.Contains("exactly 1000 names", Err);
        // A longer listing shows that this is no limit of the server.
        Server.Files.AddSeries("/pub", 1100, 0);
        Assert.Equal(0, await RunAsync("mirror", Url("pub"), "--quiet", "--no-site-memory"));
        Assert.Equal(0, await DiffAsync());

        Server.Inject(Fault.OnListing().OnPath("/pub").Final("226 Listing limited"));
        Assert.Equal(12, await RunAsync("mirror", Url("pub"), "--quiet", "--no-site-memory"));
        Assert.Equal(12, await DiffAsync());
    }

    /// <summary>The codes of diff: 0 and nothing printed, 1 and each difference.</summary>
    [Fact]
    public async Task What_a_mirror_would_do_is_printed_and_nothing_is_done()
    {
        Assert.Equal(0, await RunAsync("mirror", Url("pub"), "--quiet", "--no-site-memory"));
        Assert.Equal((0, "", ""), (await DiffAsync(), Out, Err));

        Server.Files.AddText("/pub/new.nc", "n");
        Server.Files.AddText("/pub/sub/b.nc", "longer");
        Server.Files.Remove("/pub/a.nc");
        var before = Directory.GetFiles(Process.Folder, "*", SearchOption.AllDirectories).ToDictionary(path => path, File.GetLastWriteTimeUtc);
        Assert.Equal(1, await DiffAsync());
        AssertOut(
            """
            new           1 B  new.nc
            changed       6 B  sub/b.nc  (4 bytes here, 6 there)
            extra         4 B  a.nc

            """);
        Assert.Equal("", Err);
        Assert.Equal((1, "1"), (await DiffAsync("--quiet"), $"{Server.Log.Retrievals.Count(transfer => transfer.Path.EndsWith("b.nc", StringComparison.Ordinal))}"));
        Assert.Equal(before, Directory.GetFiles(Process.Folder, "*", SearchOption.AllDirectories).ToDictionary(path => path, File.GetLastWriteTimeUtc));
        Assert.Equal(0, await DiffAsync("--include", "c*"));
    }

    [Fact]
    public async Task Json_has_the_lines_of_a_dry_run_and_the_outcome()
    {
        Directory.CreateDirectory(PathOf("pub"));
        Assert.Equal(1, await DiffAsync("--json", "--quiet"));
        Assert.Equal(["mirror_file", "mirror_file", "mirror_file", "mirror_plan", "diff_result"], JsonTypes());
        Assert.Equal((false, 3, 1), (JsonOut[^1].GetProperty("same").GetBoolean(), JsonOut[^1].GetProperty("differences").GetInt32(), JsonOut[^1].GetProperty("exit_code").GetInt32()));
        AssertFiles("pub");
    }

    [Fact]
    public async Task A_file_that_could_not_be_compared_is_not_a_difference()
    {
        Directory.CreateDirectory(PathOf("pub"));
        Server.Inject(Fault.OnCommand("MLSD").OnPath("/pub/sub").Reply("550 Not for you."));
        Assert.Equal(12, await DiffAsync("--quiet"));
        Assert.Equal($"ftpx: error: ftp://{Server.EndPoint}/pub/sub could not be opened. MLSD pub/sub: 550 Not for you. It is not a folder on the server, or this login may not open it.\n", Err);
        Assert.Equal(3, await RunAsync("diff", Url("none"), "pub", "--no-site-memory"));
    }

    [Fact]
    public async Task A_missing_local_folder_is_a_usage_error()
    {
        Assert.Equal(2, await DiffAsync());
        Assert.Contains("pub does not exist: give a folder to compare with.", Err);
        Assert.Empty(Server.Log.Commands);
    }

    private async Task<int> DiffAsync(params string[] words)
    {
        TakeOut();
        return await RunAsync(["diff", Url("pub"), "pub", "--no-site-memory", .. words]);
    }
}
