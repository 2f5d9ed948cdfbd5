namespace Accelerator.Engine.Tests.Mirroring;

/// <summary>Only evidence shows that a file is gone from the server, or that nothing has changed.</summary>
public sealed class MirrorProofTests
{
    [Fact]
    public async Task An_empty_answer_to_MLSD_with_a_path_does_not_empty_the_local_folder()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/sub/there", "x");
        await mirror.SucceedAsync();
        mirror.Server.Inject(Fault.OnListing().OnPath("/pub/sub").First(1).SendInstead(FileContent.FromBytes([])));
        var result = await mirror.SucceedAsync();
        Assert.Empty(result.Deleted);
        Assert.Equal(["a", "sub", "sub/there"], mirror.Here);
    }

    [Fact]
    public async Task A_listed_folder_that_has_vanished_is_a_problem_and_deletes_nothing()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/sub/there", "x");
        await mirror.SucceedAsync();
        Vanish(mirror, "/pub/sub");
        var result = await mirror.RunAsync();
        Assert.Equal(["a", "sub", "sub/there"], mirror.Here);
        Assert.Equal(("sub", FailureKind.NotFound), (result.Problems[0].Path, result.Problems[0].Kind));
    }

    [Fact]
    public async Task A_missing_root_is_not_up_to_date_although_MLSD_answers_with_nothing()
    {
        await using var mirror = Fixture();
        mirror.Put("mine", "x");
        Vanish(mirror, "/pub");
        var failure = await Assert.ThrowsAsync<TransferException>(() => mirror.RunAsync());
        Assert.Equal(FailureKind.NotFound, failure.Kind);
        Assert.Equal(["mine"], mirror.Here);
    }

    [Theory]
    [Each("/pub", "pub", "")]
    public async Task If_MLSD_ignores_its_path_each_folder_is_listed_from_within(string remote)
    {
        await using var mirror = Fixture(new LoopbackOptions { MlsdIgnoresPath = true });
        mirror.KnowsMlsdPath = false;
        mirror.Remote = remote;
        mirror.Serve("/pub/sub/there", "x");
        mirror.Serve("/pub/sub/deep/too", "x");
        mirror.Serve("/pub/other/file", "x");
        var below = remote.Length == 0 ? "pub/" : "";
        mirror.Put($"{below}sub/gone", "x");
        await mirror.SucceedAsync();
        string[] expected = [.. ((string[])["a", "other", "other/file", "sub", "sub/deep", "sub/deep/too", "sub/there"]).Select(path => below + path)];
        Assert.Equal(remote.Length == 0 ? ["pub", .. expected] : expected, mirror.Here);
        Assert.Equal((0, 4L), (await mirror.PlanAsync() is { } plan ? (plan.Fetches.Count, plan.SameFiles) : default));
    }

    [Fact]
    public async Task Where_MLSD_honours_its_path_only_the_first_folder_is_listed_twice()
    {
        await using var mirror = Fixture();
        mirror.KnowsMlsdPath = false;
        foreach (var name in "bcd") mirror.Serve($"/pub/{name}/file", "x");
        mirror.Adjust = request => request with { Transfer = request.Transfer with { Streams = 1 } };
        await mirror.SucceedAsync();
        Assert.Equal(["MLSD", "MLSD /pub", "MLSD /pub/b", "MLSD /pub/c", "MLSD /pub/d"],
            mirror.Commands.Where(command => command.StartsWith("MLSD", StringComparison.Ordinal)).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("226 Listing limited to the first 3 entries")]
    [InlineData("226 Partial")]
    [InlineData("226 Permission denied")]
    [InlineData("226 Liste incompl\u00E8te")]
    public async Task A_success_that_says_anything_else_than_done_deletes_nothing_and_is_a_problem(string last)
    {
        await using var mirror = Fixture();
        mirror.Put("gone", "x");
        mirror.Server.Inject(Fault.OnListing().Final(last));
        var result = await mirror.RunAsync();
        Assert.Equal(["a", "gone"], mirror.Here);
        Assert.Contains("the server said", Assert.Single(result.Problems).Message);
    }

    /// <summary>The listing of one file ends the same way, and is complete.</summary>
    [Fact]
    public async Task The_usual_text_of_a_server_in_another_language_is_no_doubt()
    {
        await using var mirror = Fixture();
        mirror.Serve("/pub/sub/there", "x");
        mirror.Put("gone", "x");
        mirror.Server.Inject(Fault.OnListing().Final("226 Transfert termin\u00E9"));
        var result = await mirror.SucceedAsync();
        Assert.Equal(["gone"], result.Deleted.Select(extra => extra.Path));
        Assert.Equal(1, mirror.Server.Log.CountOf("LIST"));
    }

    /// <summary>-1 and -1 in 32 bits mean that the server does not know the size: SIZE tells it.</summary>
    [Theory]
    [Each("-1", "4294967295", "99999999999999999999")]
    public async Task A_file_with_an_impossible_size_in_a_listing_is_fetched_once(string size)
    {
        await using var mirror = Fixture(new LoopbackOptions { Features = MirrorFixture.ListOnly });
        var time = LoopbackTree.DefaultModifiedUtc.ToString("MM-dd-yy  hh:mmtt", System.Globalization.CultureInfo.InvariantCulture);
        mirror.Server.Inject(Fault.OnListing().SendInstead(FileContent.FromBytes(Encoding.ASCII.GetBytes($"{time} {size,20} a\r\n"))));
        await mirror.SucceedAsync();
        Assert.Equal("one", mirror.Text("a"));
        Assert.Equal(1, mirror.Server.Log.CountOf("RETR"));
        await mirror.SucceedAsync();
        Assert.Equal(1, mirror.Server.Log.CountOf("RETR"));
    }

    private static void Vanish(MirrorFixture mirror, string folder)
    {
        mirror.Server.Inject(Fault.OnListing().OnPath(folder).SendInstead(FileContent.FromBytes([])));
        mirror.Server.Inject(Fault.OnCommand("CWD").OnPath(folder).Reply("550 No such directory."));
    }

    private static MirrorFixture Fixture(LoopbackOptions? options = null)
    {
        var mirror = new MirrorFixture(options);
        mirror.Adjust = request => request with { Delete = true, MaxDelete = new DeleteLimit(100, IsPercent: true) };
        mirror.Serve("/pub/a", "one");
        return mirror;
    }
}
