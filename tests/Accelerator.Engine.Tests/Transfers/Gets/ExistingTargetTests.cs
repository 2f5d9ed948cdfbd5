namespace Accelerator.Engine.Tests.Transfers.Gets;

/// <summary>Files whose target exists: skipped, refused or replaced, by the request's rules.</summary>
public sealed class ExistingTargetTests
{
    private const string Names = "add --overwrite or --update; to keep it, --skip-existing";

    [Theory]
    [InlineData(SkipRule.Same, false)]
    [InlineData(SkipRule.Same, true)]
    [InlineData(SkipRule.Existing, false)]
    public async Task The_same_request_again_fetches_nothing_and_succeeds(SkipRule rule, bool overwrite)
    {
        await using var get = Fixture(rule, overwrite);
        await get.GetCompleteAsync();
        var earlier = get.Server.Log.ControlConnectionsOpened;
        get.Check(get.Result is { Failure: null, WasThere: false }, "The first run should have fetched it.");

        await get.GetAsync();
        get.Check(get.Result is { Failure: null, WasThere: true, BytesFetched: 0, Size: TransferItem.LeastJournalled }, "It should have been skipped.");
        Assert.Contains(rule == SkipRule.Same ? "already downloaded; size and time match" : "skipped, because a local file", get.Result.Message);
        get.Check(rule == SkipRule.Same || get.Server.Log.ControlConnectionsOpened == earlier, "A server was asked about a file that is kept anyway.");
        await get.AssertIsCompleteAsync();
    }

    [Theory]
    [InlineData("another size", "16,777,217 bytes here, 16,777,216 there")]
    [InlineData("another time", "changed 2025-05-06 07:08:09Z here, 2026-01-02 03:04:05Z there")]
    [InlineData("a link", "a link here, a file there")]
    public async Task A_file_that_differs_is_refused_with_what_differs_and_replaced_by_an_update(string what, string why)
    {
        if (what == "a link" && OperatingSystem.IsWindows()) return;
        await using var get = Fixture(SkipRule.Same, overwrite: false);
        await get.GetCompleteAsync();
        Change(get, what);
        var sent = get.Server.Log.CountOf("RETR");

        await get.GetAsync();
        get.Check(get.Result is { Failure: FailureKind.Usage, WasThere: false }, "It should have been refused.");
        Assert.Contains($"differs from the server's file: {why}. To replace it, {Names}", get.Result.Message);
        get.Check(get.Server.Log.CountOf("RETR") == sent && !File.Exists(get.Part), "Something was fetched.");

        get.Adjust = request => request with { Skips = SkipRule.Same, Overwrite = true };
        await get.GetCompleteAsync();
        get.Check(!get.Result.WasThere && File.GetLastWriteTimeUtc(get.Target) == LoopbackTree.DefaultModifiedUtc.UtcDateTime, "It should have been replaced.");
        await get.GetAsync();
        get.Check(get.Result.WasThere, "The replaced file is the same.");
    }

    [Fact]
    public async Task A_server_without_times_gives_no_reason_to_skip()
    {
        await using var get = new GetFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual & ~(LoopbackFeatures.Mdtm | LoopbackFeatures.Mlst) }).Serving(1000);
        get.Adjust = request => request with { Skips = SkipRule.Same };
        await get.GetCompleteAsync();
        await AssertRefusedAsync(get, "the server reports no time to compare");
    }

    /// <summary>A listing with times decides alone; one without them costs a query, and no file is fetched for it.</summary>
    [Theory]
    [InlineData("20260102030405", 0)]
    [InlineData(null, 1)]
    public async Task A_listed_file_is_queried_only_if_the_listing_has_no_time(string? modified, int queries)
    {
        await using var get = Fixture(SkipRule.Same, overwrite: false).Serving(1000, "/small.bin");
        var item = get.Item("/small.bin") with { Listed = new ListedFacts(1000, modified) };
        await get.GetAsync(2, item);
        get.Check(get.Result is { Failure: null, WasThere: false }, "The first run should have fetched it.");
        var (asked, connected) = (get.Server.Log.CountOf("MDTM"), get.Server.Log.ControlConnectionsOpened);

        await get.GetAsync(2, item);
        get.Check(get.Result.WasThere && get.Server.Log.CountOf("RETR") == 1, "It should have been skipped.");
        get.Check(get.Server.Log.CountOf("MDTM") - asked == queries, "The number of queries is wrong.");
        get.Check(queries > 0 || get.Server.Log.ControlConnectionsOpened == connected, "The listing alone should have decided.");

        await get.GetAsync(2, item with { Listed = new ListedFacts(1001, modified) });
        get.Check(modified is not null ? get.Result.Failure == FailureKind.Usage : get.Result.Message.Contains("1,001", StringComparison.Ordinal), "Another listed size is another file.");
    }

    [Fact]
    public async Task A_given_hash_decides_instead_of_the_time()
    {
        await using var get = Fixture(SkipRule.Same, overwrite: false);
        await get.GetCompleteAsync();
        File.SetLastWriteTimeUtc(get.Target, DateTime.UnixEpoch);
        var digest = get.Server.Files.Sha256Of(GetFixture.Remote);
        get.Adjust = request => request with { Skips = SkipRule.Same, Verify = Verification.By(new GivenDigest(HashKind.Sha256, digest)) };
        await get.GetAsync();
        get.Check(get.Result is { WasThere: true, Assurance: Assurance.Hash } && get.Result.Sha256 == digest, "The hash is that of the local file.");

        await File.AppendAllTextAsync(get.Target, "x");
        await AssertRefusedAsync(get, "its SHA-256 is ");
    }

    [Fact]
    public async Task A_missing_folder_is_made_when_the_file_is_about_to_be_written_and_not_before()
    {
        var (right, wrong) = (new FtpCredential("kim", "right"), new FtpCredential("kim", "wrong"));
        await using var get = new GetFixture(new LoopbackOptions { User = right.User, Password = right.Password }).Serving(1000);
        get.Adjust = request => request with { CreateFolders = true };
        var target = Path.Combine(get.Folder.Path, "new", "deep", "big.bin");
        (FtpCredential Login, string Remote, FailureKind Kind)[] failures = [(right, "/missing", FailureKind.NotFound), (wrong, GetFixture.Remote, FailureKind.Login)];
        foreach (var (login, remote, kind) in failures)
        {
            get.Credential = login;
            await get.GetAsync(2, get.Item(remote, target));
            get.Check(get.Result.Failure == kind, $"It should have failed with {kind}.");
            Assert.Empty(Directory.EnumerateFileSystemEntries(get.Folder.Path));
        }

        get.Credential = right;
        await get.GetAsync(2, get.Item(target: target));
        get.Check(get.Result.Failure is null, "It should have been fetched.");
        await get.AssertTargetIsAsync(get.Server.Files[GetFixture.Remote].Content, target);
    }

    private static GetFixture Fixture(SkipRule rule, bool overwrite) => new GetFixture(new LoopbackOptions { Features = LoopbackFeatures.Usual })
    {
        Adjust = request => request with { Skips = rule, Overwrite = overwrite },
    }.Serving(TransferItem.LeastJournalled);

    private static async Task AssertRefusedAsync(GetFixture get, string why)
    {
        await get.GetAsync();
        get.Check(get.Result is { Failure: FailureKind.Usage, BytesFetched: 0 }, "It should have been refused.");
        Assert.Contains(why, get.Result.Message);
    }

    private static void Change(GetFixture get, string what)
    {
        switch (what)
        {
            case "another size":
                File.AppendAllText(get.Target, "x");
                break;
            case "another time":
                File.SetLastWriteTimeUtc(get.Target, new DateTime(2025, 5, 6, 7, 8, 9, DateTimeKind.Utc));
                break;
            default:
                var moved = get.Folder.File("moved");
                File.Move(get.Target, moved);
                File.CreateSymbolicLink(get.Target, moved);
                break;
        }
    }
}
