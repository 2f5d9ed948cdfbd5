namespace Accelerator.Interop.Tests.Services;

/// <summary>A service between two real servers is ended in the middle: each file is delivered once all the same.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class FxpJobCrashTests
{
    private const int Rate = 1 << 20;

    // A transfer between servers may continue after the service has died. What it does then must do no harm either.
    [ServerFact("vsftpd", "proftpd")]
    public Task A_service_that_is_killed_in_the_middle_delivers_each_file_once_all_the_same() => SurvivesKillsAsync("vsftpd", "proftpd");

    [ServerFact("vsftpd", "proftpd")]
    [Trait("Run", "all")]
    public Task A_service_that_is_killed_in_the_middle_delivers_each_file_once_to_vsftpd_too() => SurvivesKillsAsync("proftpd", "vsftpd");

    // The ledger as a crash leaves it: between RNTO and its commit, or between the intent and RNTO. In the second case the destination has
    // the partial file.
    [ServerTheory("vsftpd", "proftpd")]
    [InlineData(true, 1)]
    [InlineData(false, 2)]
    public async Task The_outcome_of_an_intended_rename_is_queried_at_the_destination(bool isRenamed, int sent)
    {
        await using var job = await FxpJobFixture.CreateAsync("proftpd", "vsftpd");
        await DeliverOneAsync(job);
        await job.StopAndForgetDeliveryAsync("verified");
        var path = Path.Combine(job.Inbox, "pass.bin");
        if (!isRenamed) File.Move(path, path + ".part");
        job.Service.Start();
        await job.WaitAsync(2);

        Assert.Equal((sent, sent), (job.CommandsToDestination("STOR").Count, job.CommandsToDestination("RNTO").Count));
        await job.AssertArrivedAsync();
        Assert.Equal(isRenamed, job.Story().Contains("its file mark: it was renamed just before the service stopped", StringComparison.Ordinal));
        Assert.Equal([("published", 1L)], (await job.StatesAsync()).Select(state => (state.Key, state.Value)));
    }

    // A server continues to send after the client that started the transfer has died.
    [ServerFact("vsftpd", "proftpd")]
    public async Task A_partial_file_that_still_grows_is_waited_for()
    {
        await using var job = await FxpJobFixture.CreateAsync("proftpd", "vsftpd");
        await DeliverOneAsync(job);
        await job.StopAndForgetDeliveryAsync("transferring");
        var path = Path.Combine(job.Inbox, "pass.bin");
        File.Move(path, path + ".part");
        using (var growing = CancellationTokenSource.CreateLinkedTokenSource(job.Token))
        {
            var writing = GrowAsync(path + ".part", growing.Token);
            job.Service.Start();
            await job.UntilAsync("A wait", () => Task.FromResult(job.Story().Contains("pass.bin.part is still growing", StringComparison.Ordinal)));
            Assert.Single(job.CommandsToDestination("STOR"));
            await growing.CancelAsync();
            await writing;
        }
        await job.WaitAsync(2);
        Assert.Equal(2, job.CommandsToDestination("STOR").Count);
        await job.AssertArrivedAsync();

        static async Task GrowAsync(string path, CancellationToken stop)
        {
            while (!stop.IsCancellationRequested)
            {
                await File.AppendAllTextAsync(path, "more", CancellationToken.None);
                await Task.Delay(50, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    private static async Task DeliverOneAsync(FxpJobFixture job)
    {
        await job.PutAsync("pass.bin", 100_000, 1);
        await job.StartAsync();
        await job.WaitAsync(1);
    }

    private static async Task SurvivesKillsAsync(string source, string destination)
    {
        await using var job = await FxpJobFixture.CreateAsync(source, destination, FxpJobFixture.Allowing(source) with { BytesPerSecond = Rate });
        for (var i = 0; i < 8; i++) await job.PutAsync($"slow-{i}.bin", 3L * Rate, i + 1);
        await job.StartAsync();
        foreach (var delivered in (int[])[0, 2, 4])
        {
            await job.WaitAsync(delivered);
            await job.UntilAsync("A file that is on its way", async () =>
            {
                // On a busy machine all of them may have arrived before this looks: then there is another one.
                if (job.Arrived.Count(name => !name.EndsWith(".part", StringComparison.Ordinal)) == job.Hashes.Count)
                    await job.PutAsync($"slow-{job.Hashes.Count}.bin", 3L * Rate, job.Hashes.Count + 1);
                return Directory.EnumerateFiles(job.Inbox, "*.part").Any(part => new FileInfo(part) is { Exists: true, Length: > 0 });
            });
            await job.Service.SignalAsync("KILL");
            await job.Service.EndAsync();
            job.Service.Start();
        }
        var manifest = await job.WaitAsync(job.Hashes.Count);

        Assert.Equal(job.Hashes.Keys.Order(StringComparer.Ordinal), manifest.Select(line => Path.GetFileName(line.GetProperty("remote").GetString()!)).Order(StringComparer.Ordinal));
        await job.AssertArrivedAsync();
        Assert.Equal(job.Hashes.Keys.Select(name => $"RNTO /{FxpServers.Inbox}/{name}"), job.CommandsToDestination("RNTO").Order(StringComparer.Ordinal));
        Assert.Equal(job.Hashes.Count, (await job.StatesAsync())["published"]);
        // At most the bytes that were in flight at each kill are sent again.
        Assert.InRange(job.CommandsToDestination("STOR").Count, job.Hashes.Count, job.Hashes.Count + (3 * 3));
    }
}
