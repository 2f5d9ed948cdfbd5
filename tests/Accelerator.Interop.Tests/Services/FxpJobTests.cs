namespace Accelerator.Interop.Tests.Services;

/// <summary>The real service lets one real server send to another what appears there.</summary>
[UnsupportedOSPlatform("windows")]
public sealed class FxpJobTests
{
    private const int Files = 30;

    [ServerFact("vsftpd", "proftpd")]
    public Task Thirty_files_that_appear_over_time_go_over_once_each_within_the_sessions_of_the_job_file() => ThirtyAsync("proftpd", "vsftpd");

    [ServerFact("vsftpd", "proftpd")]
    [Trait("Run", "all")]
    public Task Thirty_files_that_appear_over_time_go_over_once_each_to_ProFTPD_too() => ThirtyAsync("vsftpd", "proftpd");

    [ServerFact("vsftpd", "proftpd")]
    public Task Folders_that_the_destination_lacks_are_made_once() => MakesFoldersAsync("vsftpd");

    [ServerFact("vsftpd", "proftpd")]
    [Trait("Run", "all")]
    public Task Folders_that_the_destination_lacks_are_made_once_at_ProFTPD_too() => MakesFoldersAsync("proftpd");

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_destination_that_is_away_is_its_own_incident_and_gets_everything_when_it_is_back()
    {
        await using var job = await FxpJobFixture.CreateAsync("vsftpd", "proftpd");
        await job.PutAsync(0, 3);
        await job.StartAsync();
        await job.WaitAsync(3);
        await job.To.RestartAsync(
            async () =>
            {
                await job.PutAsync(3, 10);
                await job.UntilProblemsAsync(areThere: true);
                await job.UntilAsync("Seven files that wait", async () => (await job.StatesAsync()).GetValueOrDefault("queued") == 7);
                var problem = Assert.Single(await job.ProblemsAsync());
                Assert.Contains($"127.0.0.1:{job.To.Port}", problem);
                Assert.DoesNotContain($"127.0.0.1:{job.From.Port}", problem);
                Assert.Contains("server agency", job.Story());
            },
            null, job.Token);
        await job.WaitAsync(10);

        await job.AssertArrivedAsync();
        Assert.Equal(10, job.CommandsToDestination("RNTO").Count);
        await job.UntilProblemsAsync(areThere: false);
        Assert.Equal([("published", 10L)], (await job.StatesAsync()).Select(state => (state.Key, state.Value)));
    }

    [ServerFact("vsftpd")]
    public async Task Refusals_by_the_servers_are_reported_once_and_use_up_no_attempts()
    {
        await using var job = await FxpJobFixture.CreateAsync(
            "vsftpd", "vsftpd", new ServerOptions { Address = IPAddress.Parse("127.0.0.3") }, new ServerOptions { Address = IPAddress.Parse("127.0.0.4") });
        await job.PutAsync(0, Files);
        await job.StartAsync();
        // One file is tried after each look, in both directions, and no other.
        await job.UntilAsync("A third try", () => Task.FromResult(job.CommandsToDestination("PORT").Count >= 3));
        var problem = Assert.Single(await job.ProblemsAsync());
        Assert.Contains("port_promiscuous=YES", problem);
        Assert.Contains("push starts no transfer before its next poll", problem);
        Assert.Empty(job.CommandsToDestination("STOR"));
        var states = await job.StatesAsync();
        Assert.Equal((Files, 0L), (states.GetValueOrDefault("queued") + states.GetValueOrDefault("transferring"), states.GetValueOrDefault("failed") + states.GetValueOrDefault("quarantined")));

        // The trouble was told when it began, and not thirty times. While one server allows it already it may be told in other words.
        Assert.Single(job.Story().Split('\n'), line => line.Contains("transfers of push: ", StringComparison.Ordinal) && line.Contains("port_promiscuous", StringComparison.Ordinal));
        var allowing = FxpServers.WithWriting("vsftpd", FxpJobFixture.Allowing("vsftpd"));
        await job.To.RestartAsync(() => Task.CompletedTask, allowing, job.Token);
        await job.From.RestartAsync(() => Task.CompletedTask, allowing, job.Token);
        await job.WaitAsync(Files);
        await job.AssertArrivedAsync();
        await job.UntilProblemsAsync(areThere: false);
        Assert.Equal(Files, job.CommandsToDestination("RNTO").Count);
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_file_already_at_the_destination_is_accepted_if_a_hash_proves_it_and_untouched_otherwise()
    {
        await using var job = await FxpJobFixture.CreateAsync("proftpd", "proftpd");
        await job.PutAsync("same.bin", 100_000, 1);
        await job.To.PutAsync($"{FxpServers.Inbox}/same.bin", 100_000, 1, job.Token);
        await job.PutAsync("other.bin", 100_000, 2);
        job.Hashes["other.bin"] = await job.To.PutAsync($"{FxpServers.Inbox}/other.bin", 100_000, 3, job.Token);
        await job.StartAsync();
        await job.WaitAsync(1);
        await job.UntilQuarantinedAsync();

        Assert.Equal(1, (await job.StatesAsync())["published"]);
        Assert.Contains("XSHA512; the file already existed", job.Story());
        Assert.Contains("other.bin exists, was not delivered by this job and differs from the source's file (XSHA512); it is not replaced.", job.Story());
        await job.AssertArrivedAsync();
        Assert.Empty(job.CommandsToDestination("STOR"));
    }

    [ServerTheory("vsftpd", "proftpd")]
    [InlineData("prove")]
    [InlineData("replace")]
    public async Task A_file_that_changes_after_its_delivery_is_replaced_only_if_the_job_allows_it(string existing)
    {
        await using var job = await FxpJobFixture.CreateAsync("proftpd", "vsftpd");
        job.Existing = existing;
        var first = await job.PutAsync("pass.bin", 100_000, 1);
        await job.StartAsync();
        await job.WaitAsync(1);
        await job.PutAsync("pass.bin", 120_000, 2);
        if (existing == "replace")
        {
            await job.WaitAsync(2);
        }
        else
        {
            await job.UntilQuarantinedAsync();
            job.Hashes["pass.bin"] = first;
            Assert.Contains("its source has changed since; it is not replaced, because \"existing\" of the job is not \"replace\".", job.Story());
        }
        await job.AssertArrivedAsync();
        Assert.Equal(existing == "replace" ? 2 : 1, job.CommandsToDestination("RNTO").Count);
    }

    private static async Task ThirtyAsync(string source, string destination)
    {
        // Two more than are allowed, for what has said good-bye and whose process has not ended yet; beyond that a server says no.
        var sessions = 3;
        await using var job = await FxpJobFixture.CreateAsync(source, destination, Limited(source, sessions + 2), Limited(destination, sessions + 2));
        (job.Sessions, job.Complete) = (sessions, """ "looks": 2, "stable_for": "1s" """);
        await job.PutAsync(0, 10);
        await job.StartAsync();
        await job.WaitAsync(5);
        await job.PutAsync(10, Files);
        var manifest = await job.WaitAsync(Files);

        await job.AssertArrivedAsync();
        var names = job.Hashes.Keys;
        Assert.Equal(names.Select(name => $"ftp://{job.To.Host}:{job.To.Port}//{FxpServers.Inbox}/{name}"), manifest.Select(line => line.GetProperty("path").GetString()!).Order(StringComparer.Ordinal));
        Assert.Equal(names.Select(name => $"STOR /{FxpServers.Inbox}/{name}.part"), job.CommandsToDestination("STOR").Order(StringComparer.Ordinal));
        Assert.Equal(names.Select(name => $"RNTO /{FxpServers.Inbox}/{name}"), job.CommandsToDestination("RNTO").Order(StringComparer.Ordinal));
        Assert.Empty(await job.ProblemsAsync());
        Assert.All((string[])["MaxClients", "too many connected users"], refusal => Assert.DoesNotContain(refusal, job.From.Log + job.To.Log, StringComparison.Ordinal));
    }

    private static ServerOptions Limited(string kind, int clients) => FxpJobFixture.Allowing(kind) with { MaxClients = clients };

    private static async Task MakesFoldersAsync(string destination)
    {
        await using var job = await FxpJobFixture.CreateAsync("proftpd", destination);
        job.Below = "/2026/passes";
        await job.PutAsync(0, 6);
        await job.StartAsync();
        await job.WaitAsync(6);
        await job.AssertArrivedAsync();
        Assert.Single(job.CommandsToDestination("MKD"), command => command.EndsWith("passes", StringComparison.Ordinal));
        Assert.Empty(await job.ProblemsAsync());
    }
}
