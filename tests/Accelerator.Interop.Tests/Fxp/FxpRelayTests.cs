using Accelerator.Engine.Fxp;
using Accelerator.Ftp.Fxp;

namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Servers as they come, which refuse each other: the file passes through this computer where that was asked for.</summary>
public sealed class FxpRelayTests
{
    [ServerFact("vsftpd", "proftpd")]
    public Task Files_pass_through_here_and_only_the_first_meets_the_refusals() => RelayAsync("vsftpd", "proftpd");

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("proftpd", "pure-ftpd")]
    [InlineData("pure-ftpd", "vsftpd")]
    [Trait("Run", "all")]
    public Task Files_pass_through_here_between_the_other_servers_too(string source, string destination) => RelayAsync(source, destination);

    private static async Task RelayAsync(string source, string destination)
    {
        using var deadline = GetChecks.Deadline();
        await using var from = await FxpServers.StartAsync(source, [], deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, [], deadline.Token);
        string[] names = ["a big.bin", "b.bin", "empty.bin"];
        var fixture = new FxpFixture(from, to);
        var hashes = await fixture.PutAsync(deadline.Token, (names[0], (9 << 20) + 17), (names[1], 70_000), (names[2], 0));
        var request = fixture.Request(names) with { ViaClient = true, Parallel = 1, Timeouts = new FtpTimeouts { Connect = TimeSpan.FromSeconds(3) } };
        var result = await fixture.RunAsync(request, deadline.Token);
        Assert.True(result.Succeeded, $"{string.Join('\n', result.Files.Select(file => file.Message))}\n{fixture.Dialogue}");
        for (var i = 0; i < names.Length; i++) Assert.Equal(hashes[i], await RandomFile.HashAsync(fixture.Arrived(names[i]), deadline.Token));
        Assert.Equal(names, fixture.Inbox);
        // Each server's PORT was tried once at most, for the first file.
        Assert.InRange(fixture.Count(FxpSide.Source, "PORT") + fixture.Count(FxpSide.Destination, "PORT"), 1, 2);
        Assert.Equal(names.Length, fixture.Count(FxpSide.Source, "RETR"));
    }

    [ServerFact("vsftpd")]
    public async Task It_goes_on_where_an_earlier_try_of_the_same_run_was_cut()
    {
        using var deadline = GetChecks.Deadline();
        await using var from = await FxpServers.StartAsync("vsftpd", [], deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", ["anon_max_rate=4194304"], deadline.Token);
        var hash = await from.PutAsync("a.bin", 16 << 20, 1, deadline.Token);
        var fixture = new FxpFixture(from, to);
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token);
        var stopped = await fixture.RunAsync(fixture.Request("a.bin") with { ViaClient = true }, stop.Token, value =>
        {
            if (value is FxpEvent.Progress { Held: > 0 }) stop.Cancel();
        });
        Assert.False(stopped.Succeeded);
        Assert.Equal(["a.bin.part"], fixture.Inbox);
        var again = new FxpFixture(from, to);
        await again.CopyAsync(again.Request("a.bin") with { ViaClient = true }, hash, deadline.Token);
        Assert.Equal(["a.bin"], again.Inbox);
    }
}
