using System.Net;
using System.Runtime.Versioning;
using Accelerator.Interop.Tests.Fxp;
using Accelerator.Interop.Tests.Gets;
using Accelerator.Interop.Tests.Servers;
using Microsoft.Data.Sqlite;

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

    [ServerTheory("vsftpd", "proftpd")]
    [InlineData("vsftpd")]
    [InlineData("proftpd")]
    public async Task Folders_that_the_destination_lacks_are_made_once(string destination)
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync(destination, FxpServers.Allowing(destination), deadline.Token);
        var job = new FxpJobBench(bench, from, to) { Below = "/2026/passes" };
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        await PutAsync(from, hashes, 0, 6, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(6, deadline.Token);

        Assert.Equal(hashes.Keys, job.Arrived());
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(job.Inbox + job.Below, name), deadline.Token));
        Assert.Single(job.Told("MKD"), told => told.EndsWith("passes", StringComparison.Ordinal));
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

    [ServerFact("vsftpd", "proftpd")]
    public async Task What_the_destination_has_already_is_settled_where_a_hash_proves_it_and_is_not_touched_otherwise()
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        await from.PutAsync("day/same.bin", 100_000, 1, deadline.Token);
        await to.PutAsync($"{FxpServers.Inbox}/same.bin", 100_000, 1, deadline.Token);
        await from.PutAsync("day/other.bin", 100_000, 2, deadline.Token);
        var other = await to.PutAsync($"{FxpServers.Inbox}/other.bin", 100_000, 3, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(1, deadline.Token);
        await job.UntilAsync(async () => (await job.StatesAsync()).GetValueOrDefault("quarantined") == 1, "A file that is put aside", deadline.Token);

        Assert.Equal(1, (await job.StatesAsync())["published"]);
        Assert.Contains("XSHA512: it was there already", job.Story());
        Assert.Contains("other.bin exists, was not delivered by this job and differs from the source's file (XSHA512); it is not replaced.", job.Story());
        Assert.Equal(other, await RandomFile.HashAsync(Path.Combine(job.Inbox, "other.bin"), deadline.Token));
        Assert.Empty(job.Told("STOR"));
    }

    [ServerTheory("vsftpd", "proftpd")]
    [InlineData("prove")]
    [InlineData("replace")]
    public async Task A_file_that_changes_after_its_delivery_is_replaced_only_where_the_job_says_so(string existing)
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", FxpServers.Allowing("vsftpd"), deadline.Token);
        var job = new FxpJobBench(bench, from, to) { Keys = $"\"existing\": \"{existing}\"," };
        var first = await from.PutAsync("day/pass.bin", 100_000, 1, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(1, deadline.Token);
        var second = await from.PutAsync("day/pass.bin", 120_000, 2, deadline.Token);
        if (existing == "replace") await job.WaitAsync(2, deadline.Token);
        else await job.UntilAsync(async () => (await job.StatesAsync()).GetValueOrDefault("quarantined") == 1, "A file that is put aside", deadline.Token);

        Assert.Equal(existing == "replace" ? second : first, await RandomFile.HashAsync(Path.Combine(job.Inbox, "pass.bin"), deadline.Token));
        Assert.Equal(["pass.bin"], job.Arrived());
        Assert.Equal(existing == "replace" ? 2 : 1, job.Told("RNTO").Count);
        if (existing == "prove") Assert.Contains("its source has changed since; it is not replaced, because the job does not say so.", job.Story());
    }

    // The ledger as a crash leaves it between RNTO and its commit, or between the intent and RNTO; then the destination has the partial file.
    [ServerTheory("vsftpd", "proftpd")]
    [InlineData(true, 1)]
    [InlineData(false, 2)]
    public async Task What_became_of_an_intended_rename_is_asked_at_the_destination(bool isRenamed, int sent)
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", FxpServers.Allowing("vsftpd"), deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        var hash = await from.PutAsync("day/pass.bin", 100_000, 1, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(1, deadline.Token);
        await bench.SignalAsync("TERM");
        await bench.EndAsync();
        var path = Path.Combine(job.Inbox, "pass.bin");
        if (!isRenamed) File.Move(path, path + ".part");
        await ForgetDeliveryAsync(bench, "verified", deadline.Token);
        bench.Start();
        await job.WaitAsync(2, deadline.Token);
        Assert.Equal((sent, sent), (job.Told("STOR").Count, job.Told("RNTO").Count));
        Assert.Equal(hash, await RandomFile.HashAsync(path, deadline.Token));
        Assert.Equal(["pass.bin"], job.Arrived());
        Assert.Equal(isRenamed, job.Story().Contains("its mark: it was renamed just before the service was ended", StringComparison.Ordinal));
        Assert.Equal([("published", 1L)], (await job.StatesAsync()).Select(state => (state.Key, state.Value)));
    }

    // Servers send on when whoever told them to is dead.
    [ServerFact("vsftpd", "proftpd")]
    public async Task A_partial_file_that_still_grows_is_waited_for()
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        await using var from = await FxpServers.StartAsync("proftpd", FxpServers.Allowing("proftpd"), deadline.Token);
        await using var to = await FxpServers.StartAsync("vsftpd", FxpServers.Allowing("vsftpd"), deadline.Token);
        var job = new FxpJobBench(bench, from, to);
        var hash = await from.PutAsync("day/pass.bin", 100_000, 1, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(1, deadline.Token);
        await bench.SignalAsync("TERM");
        await bench.EndAsync();
        await ForgetDeliveryAsync(bench, "transferring", deadline.Token);
        var path = Path.Combine(job.Inbox, "pass.bin");
        File.Move(path, path + ".part");
        using (var growing = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token))
        {
            var writing = GrowAsync(path + ".part", growing.Token);
            bench.Start();
            await job.UntilAsync(() => Task.FromResult(job.Story().Contains("pass.bin.part still grows", StringComparison.Ordinal)), "A wait", deadline.Token);
            Assert.Single(job.Told("STOR"));
            await growing.CancelAsync();
            await writing;
        }
        await job.WaitAsync(2, deadline.Token);
        Assert.Equal(2, job.Told("STOR").Count);
        Assert.Equal(hash, await RandomFile.HashAsync(path, deadline.Token));
        Assert.Equal(["pass.bin"], job.Arrived());

        static async Task GrowAsync(string path, CancellationToken stop)
        {
            while (!stop.IsCancellationRequested)
            {
                await File.AppendAllTextAsync(path, "more", CancellationToken.None);
                await Task.Delay(50, stop).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            }
        }
    }

    [ServerFact("vsftpd", "proftpd")]
    public async Task No_more_sessions_are_opened_at_either_server_than_the_job_file_allows()
    {
        using var deadline = GetProof.Deadline();
        await using var bench = new ServiceBench();
        // Two more than are allowed, for what has said good-bye and whose process has not ended yet; beyond that the server says no.
        await using var from = await FxpServers.StartAsync("proftpd", new ServerOptions { MaxClients = 5, Extra = FxpServers.Allowing("proftpd") }, deadline.Token);
        await using var to = await FxpServers.StartAsync("proftpd", new ServerOptions { MaxClients = 5, Extra = FxpServers.Allowing("proftpd") }, deadline.Token);
        var job = new FxpJobBench(bench, from, to) { Sessions = 3 };
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        await PutAsync(from, hashes, 0, Files, deadline.Token);
        await job.StartAsync();
        await job.WaitAsync(Files, deadline.Token);
        Assert.Equal(hashes.Keys, job.Arrived());
        Assert.DoesNotContain("MaxClients", from.Log + to.Log, StringComparison.Ordinal);
    }

    // What the ledger has of the only file after a crash: claimed, or about to be renamed.
    private static async Task ForgetDeliveryAsync(ServiceBench bench, string state, CancellationToken cancellationToken)
    {
        await using var ledger = new SqliteConnection($"Data Source={Path.Combine(bench.Data, "ledger.db")};Pooling=False");
        await ledger.OpenAsync(cancellationToken);
        await using var command = ledger.CreateCommand();
        command.CommandText = "UPDATE file SET state = $state, lease_owner = 'gone/1', lease_until = 0, delivered_path = NULL; DELETE FROM effect; DELETE FROM delivery;";
        command.Parameters.AddWithValue("$state", state);
        Assert.True(await command.ExecuteNonQueryAsync(cancellationToken) > 0);
    }

    private static async Task PutAsync(FtpServerProcess server, SortedDictionary<string, string> hashes, int first, int end, CancellationToken cancellationToken)
    {
        for (var i = first; i < end; i++) hashes[$"pass-{i:00}.bin"] = await server.PutAsync($"day/pass-{i:00}.bin", i * 40_000, i + 1, cancellationToken);
    }
}
