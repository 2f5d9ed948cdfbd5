namespace Accelerator.Interop.Tests.Fxp;

/// <summary>Servers as they come, which refuse each other: the file passes through this computer where that was asked for.</summary>
public sealed class FxpRelayTests : FxpTests
{
    [ServerFact("vsftpd", "proftpd")]
    public Task Files_pass_through_here_and_only_the_first_meets_the_refusals() => RelayAsync("vsftpd", "proftpd");

    [ServerTheory("vsftpd", "proftpd", "pure-ftpd")]
    [InlineData("proftpd", "pure-ftpd")]
    [InlineData("pure-ftpd", "vsftpd")]
    [Trait("Run", "all")]
    public Task Files_pass_through_here_between_the_other_servers_too(string source, string destination) => RelayAsync(source, destination);

    private async Task RelayAsync(string source, string destination)
    {
        await StartAsync(source, destination, from: [], to: []);
        string[] names = ["a big.bin", "b.bin", "empty.bin"];
        var fixture = Fixture();
        var hashes = await fixture.PutAsync(Token, (names[0], (9 << 20) + 17), (names[1], 70_000), (names[2], 0));
        var request = fixture.Request(names) with { ViaClient = true, Parallel = 1, Timeouts = new FtpTimeouts { Connect = TimeSpan.FromSeconds(10) } };
        var result = await fixture.RunAsync(request, Token);
        Assert.True(result.Succeeded, $"{string.Join('\n', result.Files.Select(file => file.Message))}\n{fixture.Dialogue}");
        for (var i = 0; i < names.Length; i++) Assert.Equal(hashes[i], await RandomFile.HashAsync(fixture.Arrived(names[i]), Token));
        Assert.Equal(names, fixture.Inbox);
        // Each server's PORT was tried once at most, for the first file.
        Assert.InRange(fixture.Count(FxpSide.Source, "PORT") + fixture.Count(FxpSide.Destination, "PORT"), 1, 2);
        Assert.Equal(names.Length, fixture.Count(FxpSide.Source, "RETR"));
    }

    [ServerFact("vsftpd")]
    public async Task A_relay_completes_after_an_earlier_attempt_was_interrupted()
    {
        // Eight seconds: progress is reported after two, and later on a busy machine.
        await StartAsync("vsftpd", "vsftpd", from: [], to: ["anon_max_rate=2097152"]);
        var hash = await From.PutAsync("a.bin", 16 << 20, 1, Token);
        var fixture = Fixture();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(Token);
        var stopped = await fixture.RunAsync(fixture.Request("a.bin") with { ViaClient = true }, stop.Token, value =>
        {
            if (value is FxpEvent.Progress { Held: > 0 }) stop.Cancel();
        });
        Assert.False(stopped.Succeeded);
        Assert.Equal(["a.bin.part"], fixture.Inbox);
        var again = Fixture();
        await again.CopyAsync(again.Request("a.bin") with { ViaClient = true }, hash, Token);
        Assert.Equal(["a.bin"], again.Inbox);
    }
}
