using Accelerator.Engine.Fxp;
using Accelerator.Ftp;
using Accelerator.Ftp.Fxp;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Servers as they come, which refuse each other: the file passes through this computer where that was asked for.</summary>
[Trait("Group", "fxp")]
public sealed class FxpRelayTests
{
    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("vsftpd", "proftpd")]
    [InlineData("proftpd", "pure-ftpd")]
    [InlineData("pure-ftpd", "vsftpd")]
    public async Task Files_pass_through_here_and_only_the_first_meets_the_refusals(string source, string destination)
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync(source, [], deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, [], deadline.Token);
        string[] names = ["a big.bin", "b.bin", "empty.bin"];
        string[] hashes = [await from.PutAsync(names[0], (9 << 20) + 17, 1, deadline.Token), await from.PutAsync(names[1], 70_000, 2, deadline.Token), await from.PutAsync(names[2], 0, 3, deadline.Token)];
        var bench = new FxpBench(from, to);
        var request = bench.Request(names) with { ViaClient = true, Parallel = 1, Timeouts = new FtpTimeouts { Connect = TimeSpan.FromSeconds(3) } };
        var result = await bench.RunAsync(request, deadline.Token);
        Assert.True(result.Succeeded, $"{string.Join('\n', result.Files.Select(file => file.Message))}\n{bench.Dialogue}");
        for (var i = 0; i < names.Length; i++) Assert.Equal(hashes[i], await RandomFile.HashAsync(bench.Arrived(names[i]), deadline.Token));
        Assert.Equal(names, bench.Inbox);
        // Each server's PORT was tried once at most, for the first file.
        Assert.InRange(bench.Sent(FxpSide.Source).Concat(bench.Sent(FxpSide.Destination)).Count(line => line.StartsWith("PORT", StringComparison.Ordinal)), 1, 2);
        Assert.Equal(names.Length, bench.Sent(FxpSide.Source).Count(line => line.StartsWith("RETR", StringComparison.Ordinal)));
    }

    [ServerFact("vsftpd")]
    public async Task It_goes_on_where_an_earlier_try_of_the_same_run_was_cut()
    {
        using var deadline = FixtureProof.Deadline();
        await using var from = await FxpServers.StartAsync("vsftpd", [], deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", ["anon_max_rate=4194304"], deadline.Token);
        var hash = await from.PutAsync("a.bin", 16 << 20, 1, deadline.Token);
        var bench = new FxpBench(from, to);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token);
        var stopped = await bench.RunAsync(bench.Request("a.bin") with { ViaClient = true }, stop.Token, value =>
        {
            if (value is FxpEvent.Progress { Held: > 0 }) stop.Cancel();
        });
        Assert.False(stopped.Succeeded);
        Assert.Equal(["a.bin.part"], bench.Inbox);
        var again = new FxpBench(from, to);
        var file = Assert.Single((await again.RunAsync(again.Request("a.bin") with { ViaClient = true }, deadline.Token)).Files);
        Assert.True(file.Failure is null, $"{file.Message}\n{again.Dialogue}");
        Assert.Equal(hash, await RandomFile.HashAsync(again.Arrived("a.bin"), deadline.Token));
        Assert.Equal(["a.bin"], again.Inbox);
    }
}
