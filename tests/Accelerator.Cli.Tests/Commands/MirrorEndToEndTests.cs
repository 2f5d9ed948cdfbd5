using System.Text;
using System.Text.Json;
using Accelerator.Loopback;

namespace Accelerator.Cli.Tests.Commands;

/// <summary>Whole command lines with the real engine and a server in the process.</summary>
public sealed class MirrorEndToEndTests : IAsyncDisposable
{
    private readonly TestSurroundings _process = new();
    private readonly LoopbackServer _server = LoopbackServer.Start(new LoopbackOptions());

    public MirrorEndToEndTests()
    {
        for (var i = 0; i < 20; i++) Serve($"/pub/sub/{i:00}.txt", $"file {i}");
        Serve("/pub/readme", "hello");
    }

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _process.Dispose();
    }

    [Fact]
    public async Task What_a_dry_run_says_is_done_and_then_there_is_nothing_to_do()
    {
        Assert.Equal(0, await MirrorAsync("--dry-run"));
        Assert.Contains("new           5 B  readme\n", Taken());
        Assert.False(Directory.Exists(Local("")));

        Assert.Equal(0, await MirrorAsync());
        Assert.EndsWith("; 21 new.\n", Taken());
        Assert.Equal("file 7", await File.ReadAllTextAsync(Local("sub/07.txt")));

        Assert.Equal(0, await MirrorAsync());
        Assert.Equal("Up to date: 21 files in 2 folders.\n", Taken());
    }

    [Fact]
    public async Task What_has_changed_and_what_is_gone_are_told_apart_in_json()
    {
        Assert.Equal(0, await MirrorAsync("--quiet"));
        Serve("/pub/sub/07.txt", "longer than before");
        await File.WriteAllTextAsync(Local("sub/mine.txt"), "mine");
        Assert.Equal(0, await MirrorAsync("--json", "--quiet", "--delete", "--yes"));
        Assert.Equal(["mirror_plan", "result", "mirror_file", "mirror_result"], Taken().TrimEnd().Split('\n').Select(line => JsonDocument.Parse(line).RootElement.GetProperty("type").GetString()));
        Assert.Equal("longer than before", await File.ReadAllTextAsync(Local("sub/07.txt")));
        Assert.False(File.Exists(Local("sub/mine.txt")));
    }

    [Fact]
    public async Task Patterns_and_the_depth_say_which_files_there_are()
    {
        Assert.Equal(0, await MirrorAsync("--include", "1?.txt", "--exclude", "sub/15.txt"));
        Assert.EndsWith("; 9 new.\n", Taken());
        Assert.Equal(0, await MirrorAsync("--max-depth", "0"));
        Assert.EndsWith("; 1 new.\n", Taken());
    }

    [Fact]
    public async Task A_folder_that_is_not_there_leaves_none_here()
    {
        var words = new[] { "mirror", _server.UrlOf("/pob"), "d", "--streams", "2" };
        Assert.Equal(3, await FtpxCommand.RunAsync(words, _process.Value with { Time = TimeProvider.System }));
        Assert.Contains("//pob could not be listed. ", _process.Err.ToString());
        Assert.False(Directory.Exists(Local("")));
    }

    private Task<int> MirrorAsync(params string[] words) => FtpxCommand.RunAsync(
        ["mirror", _server.UrlOf("/pub"), "d", "--streams", "2", .. words], _process.Value with { Time = TimeProvider.System });

    private string Taken()
    {
        Assert.DoesNotContain("ftpx: this is a defect", _process.Err.ToString());
        var text = _process.Out.ToString();
        _process.Out.GetStringBuilder().Clear();
        return text;
    }

    private string Local(string path) => Path.Combine(_process.Folder, "d", path);

    private void Serve(string path, string text) => _server.Files.Add(LoopbackPath.FromUtf8(path), FileContent.FromBytes(Encoding.UTF8.GetBytes(text)));
}
