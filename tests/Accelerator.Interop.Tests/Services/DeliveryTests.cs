namespace Accelerator.Interop.Tests.Services;

/// <summary>The real service fetches from real servers what appears there.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class DeliveryTests : RealTests
{
    // Twenty seconds for five streams: the signal to stop comes in the middle on a busy machine too.
    private const int Rate = 256 << 10;
    private const long Slow = 24 << 20;

    [ServerTheory("vsftpd", "proftpd")]
    [InlineData("ftpx")]
    [InlineData("vsftpd")]
    [InlineData("proftpd")]
    public async Task New_files_are_delivered_once_and_followed_by_their_actions(string kind)
    {
        await using var service = new ServiceFixture();
        await using var server = await StartAsync(kind, new ServerOptions(), Token);
        var delivery = new DeliveryFixture(service, server);
        var hashes = new Dictionary<string, string>
        {
            ["day/S5P_a.nc"] = await server.PutAsync("day/S5P_a.nc", 20 << 20, 1, Token),
            ["day/S5P_empty.nc"] = await server.PutAsync("day/S5P_empty.nc", 0, 2, Token),
        };
        await server.PutAsync("day/other.txt", 10, 3, Token);
        await delivery.StartAsync();
        await delivery.WaitAsync(2, Token);
        // It appears complete: on a busy machine a file that is written in place may rest for longer than a second, and count as complete.
        hashes["day/S5P_later.nc"] = await server.PutAsync("making/S5P_later.nc", 1 << 20, 4, Token);
        File.Move(Path.Combine(server.Root, "making", "S5P_later.nc"), Path.Combine(server.Root, "day", "S5P_later.nc"));
        var manifest = await delivery.WaitAsync(3, Token);

        Assert.Equal(hashes.Keys.Order(StringComparer.Ordinal), manifest.Select(line => line.GetProperty("remote").GetString()!.TrimStart('/')).Order(StringComparer.Ordinal));
        Assert.Equal(3, manifest.Select(line => line.GetProperty("event").GetString()).Distinct(StringComparer.Ordinal).Count());
        foreach (var (path, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(delivery.TargetOf(Path.GetFileName(path)), Token));
        // The command has made a copy of each under a name of its own.
        while (delivery.Names().Count < 6) await Task.Delay(50, Token);
        Assert.Equal(hashes.Keys.SelectMany(path => new[] { Path.GetFileName(path), Path.GetFileName(path) + ".copy" }).Order(StringComparer.Ordinal), delivery.Names());
        await service.SignalAsync("TERM");
        (await service.EndAsync()).ExpectQuiet();
    }

    [Fact]
    public async Task A_service_that_is_stopped_in_the_middle_of_a_file_finishes_it_after_its_start()
    {
        await using var service = new ServiceFixture();
        await using var server = await FtpxServer.StartAsync(new ServerOptions { BytesPerSecond = Rate, Extra = ["--json"] }, Token);
        var delivery = new DeliveryFixture(service, server);
        var hash = await server.PutAsync("day/S5P_slow.nc", Slow, 5, Token);
        await delivery.StartAsync();
        var target = delivery.TargetOf("S5P_slow.nc");
        await DeliveryFixture.UntilInTheMiddleAsync(target, Token);
        await service.SignalAsync("TERM");
        Assert.Equal(0, (await service.EndAsync()).ExitCode);
        Assert.Equal((false, true), (File.Exists(target), File.Exists(target + ".part")));

        service.Start();
        Assert.Equal(Slow, Assert.Single(await delivery.WaitAsync(1, Token)).GetProperty("size").GetInt64());
        Assert.Equal(hash, await RandomFile.HashAsync(target, Token));
        Assert.False(File.Exists(target + ".part"));
        // What was there was not fetched again: an interrupted range costs its unwritten end, and each seam a sample. The server reports the end of a transfer
        // after the client has seen it.
        while (delivery.Sent() < Slow) await Task.Delay(50, Token);
        Assert.InRange(delivery.Sent(), Slow, Slow * 5 / 4);
    }

    private static async Task<FtpServerProcess> StartAsync(string kind, ServerOptions options, CancellationToken cancellationToken) => kind switch
    {
        "vsftpd" => await VsftpdServer.StartAsync(options, cancellationToken),
        "proftpd" => await ProftpdServer.StartAsync(options, cancellationToken),
        _ => await FtpxServer.StartAsync(options, cancellationToken),
    };
}
