namespace Accelerator.Cli.Tests.Commands;

/// <summary><c>ftpx find</c> with the real engine, against a server in this process.</summary>
public sealed class FindVerbTests : LoopbackFixture
{
    private readonly OptionFixture<FindOptions> _find = new(work => new FindCommand(work));

    public FindVerbTests()
    {
        foreach (var path in (string[])["/pub/a.nc", "/pub/sub/b.nc", "/pub/sub/nc/readme", "/pub/sub/[x]*\u001b.nc"]) Server.Files.AddText(path, path);
        Server.Files.AddLink("/pub/last.nc", "sub/b.nc");
        Server.Files.Touch("/pub/sub/b.nc", new DateTimeOffset(2021, 3, 4, 5, 6, 7, TimeSpan.Zero));
    }

    public static TheoryData<string, Func<object, object?>, object?> Values => OptionFixture<FindOptions>.Rows(
        CommandLineFixture.RowsOf("find"), o => o,
        ("--type f", o => o.Type, EntryKind.File),
        ("--type d", o => o.Type, EntryKind.Folder),
        ("--type l", o => o.Type, EntryKind.Link),
        ("--max-depth 3", o => o.MaxDepth, 3));

    public override void Dispose()
    {
        _find.Dispose();
        base.Dispose();
    }

    [Theory]
    [MemberData(nameof(Values))]
    public async Task Each_option_sets_its_value(string words, Func<object, object?> value, object? expected) =>
        Assert.Equal(expected, value(await _find.ParseAsync([.. words.Split(' '), "ftp://h/d"])));

    [Fact]
    public void Each_option_has_a_row_in_the_table_above() => OptionFixture<FindOptions>.AssertComplete(RowsOf("find"), Values);

    [Theory]
    [InlineData("--type: \"x\" is not valid: use f (files), d (folders) or l (links).", "ftp://h/d", "--type", "x")]
    [InlineData("missing argument: URL.")]
    public Task Invalid_arguments_give_one_message(string sentence, params string[] words) => _find.AssertRefusedAsync(sentence, words);

    [Theory]
    [InlineData("a.nc last.nc sub/ sub/%5Bx%5D%2A%1B.nc sub/b.nc sub/nc/ sub/nc/readme", "")]
    [InlineData("a.nc last.nc sub/%5Bx%5D%2A%1B.nc sub/b.nc", "*.nc")]
    [InlineData("sub/%5Bx%5D%2A%1B.nc sub/b.nc", "sub/*.nc")]
    [InlineData("sub/nc/readme", "**/read*")]
    [InlineData("sub/nc/", "nc")]
    [InlineData("sub/ sub/nc/", "--type d")]
    [InlineData("last.nc", "*.nc --type l")]
    [InlineData("a.nc last.nc", "*.nc --max-depth 0")]
    [InlineData("a.nc last.nc", "*.nc --exclude sub/")]
    [InlineData("sub/b.nc", "*.nc --type f --older-than 2022-01-01")]
    [InlineData("sub/%5Bx%5D%2A%1B.nc sub/nc/readme", "--type f --min-size 16")]
    [InlineData("", "*.zip")]
    public async Task What_matches_is_printed_as_addresses_that_get_takes(string expected, string words)
    {
        Assert.Equal(0, await FindAsync("/pub", words.Split(' ', StringSplitOptions.RemoveEmptyEntries)));
        var found = Out.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line[Url("/pub/").Length..]).Order(StringComparer.Ordinal);
        Assert.Equal(expected.Split(' ', StringSplitOptions.RemoveEmptyEntries), found);
        Assert.Equal("", Err);
    }

    [Fact]
    public async Task What_is_found_can_be_fetched()
    {
        Assert.Equal(0, await FindAsync("pub", "*.nc", "--type", "f"));
        Process.StandardInput = TakeOut();
        Assert.Equal(0, await RunAsync("get", "--input-file", "-", "--quiet", "--no-site-memory"));
        AssertFiles("[x]*%1B.nc", "a.nc", "b.nc");
    }

    [Fact]
    public async Task A_refused_folder_is_reported_and_a_missing_folder_is_not_found()
    {
        Assert.Equal(3, await FindAsync("none"));
        Server.Inject(Fault.OnCommand("MLSD").OnPath("/pub/sub").Reply("550 Not for you."));
        Assert.Equal(12, await FindAsync("pub", "--json"));
        Assert.Equal(["entry", "entry", "entry", "listing", "listing"], JsonTypes());
        Assert.Contains("pub/sub could not be opened.", Err);
    }

    /// <summary>A folder that the server shows again in itself ends, as in a mirror.</summary>
    [Fact]
    public async Task A_link_to_a_folder_above_ends()
    {
        Server.Files.AddLink("/pub/sub/up", "../../pub");
        Assert.Equal(0, await FindAsync("pub", "a.nc"));
        Assert.Single(OutLines);
    }

    private Task<int> FindAsync(string path, params string[] words) => RunAsync(["find", "--no-site-memory", Url(path), .. words]);
}
