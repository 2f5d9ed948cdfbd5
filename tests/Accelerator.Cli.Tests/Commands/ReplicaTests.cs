using Accelerator.Cli.Commands;
using Accelerator.Engine.Mirroring;
using Accelerator.Engine.Transfers;
using Accelerator.Ftp;

namespace Accelerator.Cli.Tests.Commands;

/// <summary>What <c>--replica</c> and <c>--bind</c> come to in a request.</summary>
public sealed class ReplicaTests : IDisposable
{
    private readonly TestSurroundings _process = new();

    public ReplicaTests()
    {
        _process.Variables["HOME"] = _process.Folder;
        _process.Variables["FTPX_PASSWORD"] = "p";
    }

    public void Dispose() => _process.Dispose();

    [Fact]
    public void Replicas_stand_behind_the_first_source_each_with_its_own_login_and_protection()
    {
        var sources = Assert.Single(Get("ftp://a/pub/big.bin", "ftps://kim@b/other/name.bin", "ftp://c:2121//big.bin").Items).Sources;
        Assert.Equal(["ftp://a:21/pub/big.bin", "ftps://b:990/other/name.bin", "ftp://c:2121//big.bin"], sources.Select(source => source.ToString()));
        Assert.Equal(["anonymous", "kim", "anonymous"], sources.Select(source => source.Credential.User));
    }

    [Fact]
    public void The_name_here_is_that_of_the_first() => Assert.Equal("big.bin", Path.GetFileName(Get("ftp://a/big.bin", "ftp://b/other.bin").Items[0].TargetPath));

    [Theory]
    [InlineData("ftp://a/f", "ftp://A:21/f", "--replica: ftp://A:21/f is named already: a replica is on another server, or under another path.")]
    [InlineData("ftp://a/f", "ftpes://kim@a/f", "--replica: ftpes://kim@a:21/f is named already: a replica is on another server, or under another path.")]
    [InlineData("ftp://a/f", "ftp://b/d/", "--replica: ftp://b:21/d/ is a directory: name the same file there.")]
    [InlineData("ftp://a/f", "ftp://b/*.nc", "--replica: ftp://b:21/*.nc is a pattern, and a replica is one file: write *, ? and [ that are part of its name as %2A, %3F and %5B.")]
    [InlineData("ftp://a/*.nc", "ftp://b/f", "--replica names further servers of one file, and a pattern may mean several: fetch them one by one, or their folder with ftpx mirror, which takes --replica too.")]
    public void What_is_no_replica_is_a_sentence(string address, string replica, string sentence) =>
        Assert.Equal(sentence, Assert.Throws<UsageException>(() => Get(address, replica)).Message);

    [Fact]
    public void Replicas_are_of_one_file() => Assert.Equal(
        "--replica names further servers of one file, and 2 are wanted: fetch them one by one, each with its replicas.",
        Problem(new GetOptions { Addresses = ["ftp://a/f", "ftp://a/g"], Replicas = ["ftp://b/f"] }));

    [Fact]
    public void A_replica_that_is_no_address_is_told_with_its_option()
    {
        Assert.False(FtpUrl.TryParse("b/f", FtpCharsets.Utf8, out _, out var problem));
        Assert.Equal($"--replica: {problem}", Problem(new GetOptions { Addresses = ["ftp://a/f"], Replicas = ["b/f"] }));
    }

    [Fact]
    public void The_same_path_at_another_server_and_another_path_at_the_same_are_replicas() =>
        Assert.Equal(3, Get("ftp://a/f", "ftp://b/f", "ftp://a/g").Items[0].Sources.Count);

    [Fact]
    public async Task What_is_laid_down_for_the_replica_s_server_holds_there()
    {
        Assert.Equal(0, await FtpxCommand.RunAsync(["site", "set", "b", "tls=required"], _process.Value));
        var request = await RequestAsync("get", "ftp://a/f", "--replica", "ftp://b/f");
        Assert.Equal(["ftp://a:21/f", "ftpes://b:21/f"], request.Items[0].Sources.Select(source => source.ToString()));
    }

    [Fact]
    public async Task A_mirror_s_replicas_are_roots_of_the_same_tree()
    {
        Assert.Equal(0, await FtpxCommand.RunAsync(["site", "set", "b", "tls=required"], _process.Value));
        var request = await MirrorAsync("ftp://a/pub/", "ftp://b/mirror/pub/", "ftp://kim@c");
        Assert.Equal(["ftpes://b:21/mirror/pub", "ftp://c:21/"], request.Replicas.Select(root => root.ToString()));
        Assert.Equal(["anonymous", "kim"], request.Replicas.Select(root => root.Credential.User));
    }

    [Fact]
    public async Task A_mirror_s_own_folder_is_no_replica() => Assert.Equal(
        "--replica: ftp://a:21/pub is named already: a replica is on another server, or under another path.",
        (await Assert.ThrowsAsync<UsageException>(() => MirrorAsync("ftp://a/pub/", "ftp://a/pub"))).Message);

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
    public async Task A_path_that_is_none_is_a_sentence_before_the_first_packet(params string[] words)
    {
        Assert.Equal(2, await FtpxCommand.RunAsync([.. words, "--bind", "eth2"], _process.Value));
        Assert.Equal("ftpx: --bind: eth2 is down: mend that, or name another. There are: eth0 (192.0.2.7), eth1 (198.51.100.7).\n", _process.Err.ToString());
    }

    [Theory]
    [InlineData("ls", "ftp://127.0.0.1:1/d/")]
    [InlineData("probe", "ftp://127.0.0.1:1/f")]
    [InlineData("fxp", "ftp://127.0.0.1:1/f", "ftp://127.0.0.1:2/f")]
    public async Task Several_paths_are_for_commands_that_share_work_out(params string[] words)
    {
        Assert.Equal(2, await FtpxCommand.RunAsync([.. words, "--bind", "eth0,eth1"], _process.Value));
        Assert.Equal($"ftpx: --bind: ftpx {words[0]} leaves this computer by one way: name one. ftpx get and ftpx mirror share the work out among several.\n", _process.Err.ToString());
    }

    [Fact]
    public async Task A_dry_run_names_sources_and_paths()
    {
        Assert.Equal(0, await RunAsync(["get", "ftp://a/f", "--dry-run", "--replica", "ftp://b/f", "--bind", "eth0,198.51.100.7"]));
        Assert.Contains("\n  replica   ftp://b:21/f\n", _process.Out.ToString(), StringComparison.Ordinal);
        Assert.Contains("\n  leaves by eth0 (192.0.2.7)\n  leaves by 198.51.100.7\n", _process.Out.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public async Task Unproven_files_have_an_exit_code_of_their_own_and_say_so_in_their_line()
    {
        var unproven = Samples.Done() with { TrustedSources = ["ftp://b:21/f"] };
        var lanes = Samples.Lanes();
        Assert.Equal(17, await RunAsync(["get", "ftp://a/f", "--replica", "ftp://b/f", "--trust-replica"], new TransferResult([unproven], default) { Lanes = lanes }, unproven));
        var lines = _process.Out.ToString().Split('\n');
        Assert.EndsWith(", UNPROVEN: nothing shows that ftp://b:21/f has the same file.", lines[0], StringComparison.Ordinal);
        Assert.Equal("by eth1 from ftp://a:21 612 MiB (61.0 MiB/s), by eth2 from ftp://b:21 300 MiB (0 B/s).", lines[1]);
    }

    private TransferRequest Get(string address, params string[] replicas) => Build(new GetOptions { Addresses = [address], Replicas = replicas });

    private TransferRequest Build(GetOptions options) => new GetRequest(options, _process.Value, warning => Assert.Fail(warning)).Build();

    private string Problem(GetOptions options) => Assert.Throws<UsageException>(() => Build(options)).Message;

    private Task<MirrorRequest> MirrorAsync(string address, params string[] replicas) =>
        new MirrorWords(new MirrorOptions { Address = address, Replicas = replicas }, _process.Value, warning => Assert.Fail(warning)).ReadAsync();

    private async Task<TransferRequest> RequestAsync(params string[] words)
    {
        TransferRequest? asked = null;
        await RunAsync(words, new TransferResult([], default), seen: request => asked = request);
        return asked!;
    }

    private Task<int> RunAsync(string[] words, TransferResult? result = null, FileResult? file = null, Action<TransferRequest>? seen = null)
    {
        var calls = new TransferCalls(
            (request, events, _) =>
            {
                seen?.Invoke(request);
                if (file is not null) events.Report(new TransferEvent.Finished(file));
                return Task.FromResult(result!);
            },
            (request, _, _) => Task.FromResult<IReadOnlyList<TransferPlan>>([Samples.Plan() with { Item = request.Items[0], LocalPaths = request.LocalPaths }]));
        return FtpxCommand.RunAsync(words, _process.Value, new Verbs(options => new GetRunner(_process.Value, calls).RunAsync(options), _ => throw new InvalidOperationException(), _ => throw new InvalidOperationException()));
    }
}
