using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Peers;

/// <summary>
/// Witnesses that the faults our client guards against are real: given the same server, today's clients report success
/// and leave a file that no server ever held.
/// </summary>
[Trait("Group", "peers")]
public sealed class SilentCorruptionTests
{
    private const int Size = 8 << 20;

    // Without this one the others could be witnesses of a broken bench.
    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel", "curl")]
    [InlineData("lftp", 512 << 10)]
    [InlineData("aria2c", 512 << 10)]
    [InlineData("axel", 512 << 10)]
    [InlineData("curl", 2 << 20)]
    public async Task Peers_survive_the_same_interruptions_when_the_file_does_not_change(string peer, int bytesPerSecond)
    {
        // curl has no second connection to go on with: it only gets the kill.
        string[] drop = peer == "curl" ? [] : [PyftpdlibServer.DropsOneSessionAfter(Size / 4)];
        await using var bench = await PeerBench.StartAsync(new ServerOptions { BytesPerSecond = bytesPerSecond, Extra = drop }, Size);
        await using (var interrupted = bench.Start(peer))
        {
            await bench.WaitForBytesSentAsync(Size * 5 / 8);
            await interrupted.KillAsync();
        }
        await bench.AssertSucceedsWithTheFileAsync(peer);
    }

    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel", "curl")]
    [InlineData("lftp", 512 << 10)]
    [InlineData("aria2c", 512 << 10)]
    [InlineData("axel", 512 << 10)]
    [InlineData("curl", 2 << 20)]
    public async Task Peers_resume_into_a_file_that_was_replaced_meanwhile(string peer, int bytesPerSecond)
    {
        await using var bench = await PeerBench.StartAsync(new ServerOptions { BytesPerSecond = bytesPerSecond }, Size);
        await using (var interrupted = bench.Start(peer))
        {
            await bench.WaitForBytesSentAsync(Size * 5 / 8);
            await interrupted.KillAsync();
        }
        await bench.ReplaceByRenameAsync();
        await bench.AssertSucceedsWithAMixtureAsync(peer);
    }

    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel")]
    [InlineData("lftp")]
    [InlineData("aria2c")]
    [InlineData("axel")]
    public async Task Peers_believe_a_350_to_REST_that_the_server_does_not_keep(string peer)
    {
        var options = new ServerOptions { BytesPerSecond = 2 << 20, Extra = [PyftpdlibServer.RestIgnored] };
        await using var bench = await PeerBench.StartAsync(options, Size);
        await bench.AssertSucceedsWithAMixtureAsync(peer);
    }

    // One connection breaks, as any does on a long path, and the peer asks for the rest of its range.
    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel")]
    [InlineData("lftp")]
    [InlineData("aria2c")]
    [InlineData("axel")]
    public async Task Peers_mix_two_files_when_one_replaces_the_other_under_way(string peer)
    {
        var options = new ServerOptions { BytesPerSecond = 512 << 10, Extra = [PyftpdlibServer.DropsOneSessionAfter(Size / 2)] };
        await using var bench = await PeerBench.StartAsync(options, Size);
        await using var running = bench.Start(peer);
        await bench.WaitForBytesSentAsync(Size / 4);
        await bench.ReplaceByRenameAsync();
        await bench.AssertSucceedsWithAMixtureAsync(running);
    }

    [ServerTheory("pyftpdlib", "lftp", "aria2c", "axel", "curl")]
    [InlineData("lftp", 512 << 10)]
    [InlineData("aria2c", 512 << 10)]
    [InlineData("axel", 512 << 10)]
    [InlineData("curl", 2 << 20)]
    public async Task Peers_mix_two_files_when_one_is_written_over_the_other_under_way(string peer, int bytesPerSecond)
    {
        await using var bench = await PeerBench.StartAsync(new ServerOptions { BytesPerSecond = bytesPerSecond }, Size);
        await using var running = bench.Start(peer);
        await bench.WaitForBytesSentAsync(Size / 2);
        await bench.WriteOverInPlaceAsync();
        await bench.AssertSucceedsWithAMixtureAsync(running);
    }
}
