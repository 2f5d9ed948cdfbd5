namespace Accelerator.Cli.Tests.Commands;

/// <summary>How <c>--replica</c> and <c>--bind</c> appear in a request.</summary>
public sealed class ReplicaTests : EngineFixture
{
    public ReplicaTests()
    {
        Process.Variables["HOME"] = Process.Folder;
        Process.Variables["FTPX_PASSWORD"] = "p";
    }

    [Fact]
    public void Replicas_follow_the_first_source_which_sets_the_local_name_and_have_their_own_login_and_protection()
    {
        // Another path at the same server is a replica too.
        var item = Assert.Single(Get("ftp://a/pub/big.bin", "ftps://kim@b/other/name.bin", "ftp://c:2121//big.bin", "ftp://a/pub/big2.bin").Items);
        Assert.Equal("big.bin", Path.GetFileName(item.TargetPath));
        Assert.Equal(["ftp://a:21/pub/big.bin", "ftps://b:990/other/name.bin", "ftp://c:2121//big.bin", "ftp://a:21/pub/big2.bin"], item.Sources.Select(source => source.ToString()));
        Assert.Equal(["anonymous", "kim", "anonymous", "anonymous"], item.Sources.Select(source => source.Credential.User));
    }

    [Theory]
    [InlineData("ftp://a/f", "ftp://A:21/f", "--replica: ftp://A:21/f is already listed; a replica must be on another server or under another path.")]
    [InlineData("ftp://a/f", "ftpes://kim@a/f", "--replica: ftpes://kim@a:21/f is already listed; a replica must be on another server or under another path.")]
    [InlineData("ftp://a/f", "ftp://b/d/", "--replica: ftp://b:21/d/ is a folder; give the URL of the file.")]
    [InlineData("ftp://a/f", "ftp://b/*.nc", "--replica: ftp://b:21/*.nc is a pattern, but a replica is one file. Write *, ? and [ in a name as %2A, %3F and %5B.")]
    [InlineData("ftp://a/*.nc", "ftp://b/f", "--replica adds servers of one file, but a pattern can match several. Download them one at a time, or use ftpx mirror, which also accepts --replica.")]
    [InlineData("ftp://a/f ftp://a/g", "ftp://b/f", "--replica adds servers of one file, but 2 were given. Download them one at a time.")]
    public void An_invalid_replica_gives_one_message(string addresses, string replica, string sentence) =>
        Assert.Equal(sentence, Problem(addresses, replica));

    [Fact]
    public void An_invalid_replica_URL_is_reported_with_its_option()
    {
        Assert.Equal("--replica: \"b/f\" has no scheme: write ftp://b/f.", Problem("ftp://a/f", "b/f"));
    }

    [Fact]
    public async Task The_settings_of_the_replica_s_server_apply_to_it()
    {
        Assert.Equal(0, await FtpxAsync(["site", "set", "b", "tls=required"]));
        await GetAsync(Finish(), "ftp://a/f", "--replica", "ftp://b/f");
        Assert.Equal(["ftp://a:21/f", "ftpes://b:21/f"], Request!.Items[0].Sources.Select(source => source.ToString()));
    }

    [Fact]
    public async Task Mirror_replicas_are_roots_of_the_same_tree_and_the_source_folder_is_rejected_as_a_replica()
    {
        Assert.Equal(0, await FtpxAsync(["site", "set", "b", "tls=required"]));
        var request = await MirrorAsync("ftp://a/pub/", "ftp://b/mirror/pub/", "ftp://kim@c");
        Assert.Equal(["ftpes://b:21/mirror/pub", "ftp://c:21/"], request.Replicas.Select(root => root.ToString()));
        Assert.Equal(["anonymous", "kim"], request.Replicas.Select(root => root.Credential.User));
        var refused = await Assert.ThrowsAsync<UsageException>(() => MirrorAsync("ftp://a/pub/", "ftp://a/pub"));
        Assert.Equal("--replica: ftp://a:21/pub is already listed; a replica must be on another server or under another path.", refused.Message);
    }

    [Fact]
    public void Several_paths_reach_the_request_and_none_leaves_the_choice_to_the_system()
    {
        Assert.Equal(["eth0", "eth1"], Build(new GetOptions { Addresses = ["ftp://a/f"], Bind = ["eth0,eth1"] }).LocalPaths.Select(path => path!.Name));
        Assert.Equal([null], Build(new GetOptions { Addresses = ["ftp://a/f"] }).LocalPaths);
    }

    [Theory]
    [InlineData("get", "ftp://127.0.0.1:1/f")]
    [InlineData("mirror", "ftp://127.0.0.1:1/d")]
    [InlineData("ls", "ftp://127.0.0.1:1/d/")]
    [InlineData("probe", "ftp://127.0.0.1:1/f")]
    [InlineData("fxp", "ftp://127.0.0.1:1/f", "ftp://127.0.0.1:2/f")]
    public async Task A_path_that_is_down_or_beyond_the_limit_is_reported_before_the_first_packet(params string[] words)
    {
        Assert.Equal(2, await FtpxAsync([.. words, "--bind", "eth2"]));
        var down = "ftpx: error: --bind: eth2 is down. Fix that, or use another interface. There are: eth0 (192.0.2.7), eth1 (198.51.100.7).\n";
        Assert.Equal(down, Err);
        // Only these two commands distribute the work over several local paths.
        if (words[0] is "get" or "mirror") return;
        Assert.Equal(2, await FtpxAsync([.. words, "--bind", "eth0,eth1"]));
        Assert.Equal($"{down}ftpx: error: --bind: ftpx {words[0]} uses one local path; give only one. ftpx get, mirror and cat can use several.\n", Err);
    }

    [Fact]
    public async Task A_dry_run_names_sources_and_paths()
    {
        Assert.Equal(0, await GetAsync(Finish(), "ftp://a/f", "--dry-run", "--replica", "ftp://b/f", "--bind", "eth0,198.51.100.7"));
        Assert.Contains("\n  replica   ftp://b:21/f\n", Out, StringComparison.Ordinal);
        Assert.Contains("\n  leaves by eth0 (192.0.2.7)\n  leaves by 198.51.100.7\n", Out, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Unverified_files_have_their_own_exit_code_and_are_marked_in_their_line()
    {
        var unverified = TransferSamples.Done() with { TrustedSources = ["ftp://b:21/f"] };
        Assert.Equal(17, await GetAsync(RunRoutesAsync, "ftp://a/f", "--replica", "ftp://b/f", "--trust-replica"));
        var lines = Out.Split('\n');
        Assert.EndsWith(", UNVERIFIED: nothing shows that ftp://b:21/f has the same file.", lines[0], StringComparison.Ordinal);
        Assert.Equal("by eth1 from ftp://a:21 612 MiB (61.0 MiB/s), by eth2 from ftp://b:21 300 MiB (0 B/s).", lines[1]);

        async Task<TransferResult> RunRoutesAsync(TransferRequest request, IProgress<TransferEvent> events, CancellationToken token) =>
            (await Finish(unverified)(request, events, token)) with { Routes = TransferSamples.Routes() };
    }

    private protected override TransferPlan Plan(TransferRequest request) => TransferSamples.Plan() with { Item = request.Items[0], LocalPaths = request.LocalPaths };

    private TransferRequest Get(string addresses, params string[] replicas) => Build(new GetOptions { Addresses = addresses.Split(' '), Replicas = replicas });

    private TransferRequest Build(GetOptions options) => new GetRequestBuilder(options, Process.Value, warning => Assert.Fail(warning)).Build();

    private string Problem(string addresses, string replica) => Assert.Throws<UsageException>(() => Get(addresses, replica)).Message;

    private Task<MirrorRequest> MirrorAsync(string address, params string[] replicas) =>
        new MirrorRequestBuilder(new MirrorOptions { Address = address, Replicas = replicas }, Process.Value, warning => Assert.Fail(warning)).ReadAsync();
}
