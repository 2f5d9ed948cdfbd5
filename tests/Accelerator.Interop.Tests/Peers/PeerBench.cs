using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Peers;

/// <summary>One server with one file that changes under a peer, and the folder the peer downloads into.</summary>
internal sealed class PeerBench : IAsyncDisposable
{
    private readonly CancellationTokenSource _deadline = new(TimeSpan.FromSeconds(60));
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("ftpx-peer-");
    private readonly PyftpdlibServer _server;
    private readonly long _size;
    private readonly List<string> _everServed = [];

    private PeerBench(PyftpdlibServer server, long size) => (_server, _size) = (server, size);

    private string Served => Path.Combine(_server.Root, "file.bin");

    public PyftpdlibServer Server => _server;

    public string Folder => _folder.FullName;

    public string Target => Path.Combine(_folder.FullName, "target");

    public static async Task<PeerBench> StartAsync(ServerOptions options, long size)
    {
        var bench = new PeerBench(await PyftpdlibServer.StartAsync(options, CancellationToken.None), size);
        bench._everServed.Add(await RandomFile.WriteAsync(bench.Served, size, seed: 1, bench._deadline.Token));
        return bench;
    }

    public ProgramRun Start(string peer) => Peer.Start(peer, _server.UriFor("file.bin"), _folder.FullName);

    public async Task WaitForBytesSentAsync(long bytes)
    {
        while (_server.BytesSent < bytes)
            await Task.Delay(TimeSpan.FromMilliseconds(20), _deadline.Token);
    }

    /// <summary>A new file of the same size takes the old one's name, as rsync and most publishing scripts do it.</summary>
    public async Task ReplaceByRenameAsync()
    {
        _everServed.Add(await RandomFile.WriteAsync(Served + ".new", _size, seed: 2, _deadline.Token));
        File.Move(Served + ".new", Served, overwrite: true);
    }

    /// <summary>The same file gets new bytes without ever being shorter, as a copy by mapped memory or a database does it.</summary>
    public async Task WriteOverInPlaceAsync()
    {
        var replacement = Path.Combine(_folder.FullName, "replacement");
        _everServed.Add(await RandomFile.WriteAsync(replacement, _size, seed: 2, _deadline.Token));
        await using var served = new FileStream(Served, FileMode.Open, FileAccess.Write, FileShare.ReadWrite);
        await served.WriteAsync(await File.ReadAllBytesAsync(replacement, _deadline.Token), _deadline.Token);
    }

    public async Task AssertSucceedsWithAMixtureAsync(string peer)
    {
        await using var run = Start(peer);
        await AssertSucceedsWithAMixtureAsync(run);
    }

    /// <summary>The peer ends with exit code 0, and its file has the right length but is none of those the server ever had.</summary>
    public async Task AssertSucceedsWithAMixtureAsync(ProgramRun run)
    {
        var (exitCode, output) = await run.WaitAsync(_deadline.Token);
        Assert.True(exitCode == 0, $"Exit code {exitCode}: {output}");
        Assert.Equal(_size, new FileInfo(Target).Length);
        Assert.DoesNotContain(await RandomFile.HashAsync(Target, _deadline.Token), _everServed);
    }

    /// <summary>The peer ends with exit code 0, and its file is the one the server has always had.</summary>
    public async Task AssertSucceedsWithTheFileAsync(string peer)
    {
        await using var run = Start(peer);
        var (exitCode, output) = await run.WaitAsync(_deadline.Token);
        Assert.True(exitCode == 0, $"Exit code {exitCode}: {output}");
        Assert.Equal(Assert.Single(_everServed), await RandomFile.HashAsync(Target, _deadline.Token));
    }

    /// <summary>The target is the last file that the server had, whole.</summary>
    public async Task AssertHasTheNewestFileAsync() => Assert.Equal(_everServed[^1], await RandomFile.HashAsync(Target, _deadline.Token));

    /// <summary>The target is no mixture.</summary>
    public async Task AssertHasAFileTheServerHadAsync() => Assert.Contains(await RandomFile.HashAsync(Target, _deadline.Token), _everServed);

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        _folder.Delete(recursive: true);
        _deadline.Dispose();
    }
}
