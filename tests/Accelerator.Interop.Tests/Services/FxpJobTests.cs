using System.Net;
using System.Runtime.Versioning;
using Accelerator.Interop.Tests.Fxp;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;

namespace Accelerator.Interop.Tests.Services;

/// <summary>The real service lets one real server send to another what appears there.</summary>
[Trait("Group", "fxp-job")]
[UnsupportedOSPlatform("windows")]
public sealed class FxpJobTests
{
    private const int Files = 30;
    private const int Rate = 1 << 20;

    [ServerTheory("vsftpd", "proftpd")]
    [InlineData("proftpd", "vsftpd")]
    [InlineData("vsftpd", "proftpd")]
    public async Task Thirty_files_that_appear_over_time_go_over_once_each(string source, string destination)
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync(source, FxpServers.Allowing(source), deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        await PutAsync(from, hashes, 0, 10, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(5, deadline.Token);
        await PutAsync(from, hashes, 10, Files, deadline.Token);
        var manifest = await job.WaitAsync(Files, deadline.Token);

        Assert.Equal(hashes.Keys, job.Arrived());
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(job.Inbox, name), deadline.Token));
        Assert.Equal(hashes.Keys.Select(name => $"ftp://{to.Host}:{to.Port}//{FxpServers.Inbox}/{name}"), manifest.Select(line => line.GetProperty("path").GetString()!).Order(StringComparer.Ordinal));
        Assert.Equal(hashes.Keys.Select(name => $"STOR /{FxpServers.Inbox}/{name}.part"), job.Told("STOR").Order(StringComparer.Ordinal));
        Assert.Equal(hashes.Keys.Select(name => $"RNTO /{FxpServers.Inbox}/{name}"), job.Told("RNTO").Order(StringComparer.Ordinal));
        Assert.Empty(await job.ProblemsAsync());
    }

    // A transfer between servers may go on when the service is dead: what it does then must do no harm either.
    [ServerTheory("vsftpd", "proftpd")]
    [InlineData("vsftpd", "proftpd")]
    [InlineData("proftpd", "vsftpd")]
    public async Task A_service_that_is_killed_in_the_middle_delivers_each_file_once_all_the_same(string source, string destination)
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync(source, new ServerOptions { BytesPerSecond = Rate, Extra = FxpServers.Allowing(source) }, deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        for (var i = 0; i < 8; i++) hashes[$"slow-{i}.bin"] = await from.PutAsync($"day/slow-{i}.bin", 3L * Rate, i + 1, deadline.Token);
        await job.StartAsync();
        foreach (var delivered in (int[])[0, 2, 4])
        {
            await job.WaitAsync(delivered, deadline.Token);
            await job.UntilAsync(() => Task.FromResult(Directory.EnumerateFiles(job.Inbox, "*.part").Any(part => new FileInfo(part).Length > 0)), "A file that is on its way", deadline.Token);
            await bench.SignalAsync("KILL");
            await bench.EndAsync();
            bench.Start();
        }
        var manifest = await job.WaitAsync(hashes.Count, deadline.Token);

        Assert.Equal(hashes.Count, manifest.Select(line => line.GetProperty("remote").GetString()).Distinct(StringComparer.Ordinal).Count());
        Assert.Equal(hashes.Keys, job.Arrived());
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(job.Inbox, name), deadline.Token));
        Assert.Equal(hashes.Keys.Select(name => $"RNTO /{FxpServers.Inbox}/{name}"), job.Told("RNTO").Order(StringComparer.Ordinal));
        Assert.Equal(hashes.Count, (await job.StatesAsync())["published"]);
        // At most what was on its way at each kill is sent again.
        Assert.InRange(job.Told("STOR").Count, hashes.Count, hashes.Count + (3 * 3));
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task A_destination_that_is_away_is_its_own_trouble_and_gets_everything_when_it_is_back()
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync("vsftpd", FxpServers.Allowing("vsftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        await job.StartAsync();
        await PutAsync(from, hashes, 0, 3, deadline.Token);
        await job.WaitAsync(3, deadline.Token);
        await to.RestartAsync(
            async () =>
            {
                await PutAsync(from, hashes, 3, 10, deadline.Token);
                await job.UntilAsync(async () => (await job.ProblemsAsync()).Count > 0, "A problem", deadline.Token);
                await job.UntilAsync(async () => (await job.StatesAsync()).GetValueOrDefault("queued") == 7, "Seven files that wait", deadline.Token);
                var problem = Assert.Single(await job.ProblemsAsync());
                Assert.Contains($"127.0.0.1:{to.Port}", problem);
                Assert.DoesNotContain($"127.0.0.1:{from.Port}", problem);
                Assert.Contains("server agency", job.Story());
            },
            null, deadline.Token);
        await job.WaitAsync(10, deadline.Token);

        Assert.Equal(hashes.Keys, job.Arrived());
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(job.Inbox, name), deadline.Token));
        Assert.Equal(10, job.Told("RNTO").Count);
        await job.UntilAsync(async () => (await job.ProblemsAsync()).Count == 0, "No problem", deadline.Token);
        Assert.Equal([("published", 10L)], (await job.StatesAsync()).Select(state => (state.Key, state.Value)));
    }

    [ServerFact("vsftpd")]
    public async Task Servers_that_refuse_are_told_once_and_cost_no_file_a_try()
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync("vsftpd", new ServerOptions { Address = IPAddress.Parse("127.0.0.3") }, deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", new ServerOptions { Address = IPAddress.Parse("127.0.0.4") }, deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        await PutAsync(from, hashes, 0, Files, deadline.Token);
        await job.StartAsync();
        // One file is tried after each look, in both directions, and no other.
        await job.UntilAsync(() => Task.FromResult(job.Told("PORT").Count >= 3), "A third try", deadline.Token);
        var problem = Assert.Single(await job.ProblemsAsync());
        Assert.Contains("port_promiscuous=YES", problem);
        Assert.Contains("Nothing of push is begun before its next look", problem);
        Assert.Empty(job.Told("STOR"));
        var states = await job.StatesAsync();
        Assert.Equal((Files, 0L), (states.GetValueOrDefault("queued") + states.GetValueOrDefault("transferring"), states.GetValueOrDefault("failed") + states.GetValueOrDefault("quarantined")));

        var allowing = FxpServers.WithWriting("vsftpd", new ServerOptions { Extra = FxpServers.Allowing("vsftpd") });
        await to.RestartAsync(() => Task.CompletedTask, allowing, deadline.Token);
        await from.RestartAsync(() => Task.CompletedTask, allowing, deadline.Token);
        await job.WaitAsync(Files, deadline.Token);
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(job.Inbox, name), deadline.Token));
        Assert.Equal(hashes.Keys, job.Arrived());
        await job.UntilAsync(async () => (await job.ProblemsAsync()).Count == 0, "No problem", deadline.Token);
        Assert.Equal(Files, job.Told("RNTO").Count);
        // The trouble was told when it began, and not thirty times.
        Assert.Single(job.Story().Split('\n'), line => line.Contains("transfers of push: ", StringComparison.Ordinal) && line.Contains("port_promiscuous", StringComparison.Ordinal));
    }

    private static async Task PutAsync(FtpServerProcess server, SortedDictionary<string, string> hashes, int first, int end, CancellationToken cancellationToken)
    {
        for (var i = first; i < end; i++) hashes[$"pass-{i:00}.bin"] = await server.PutAsync($"day/pass-{i:00}.bin", i * 40_000, i + 1, cancellationToken);
    }
}
