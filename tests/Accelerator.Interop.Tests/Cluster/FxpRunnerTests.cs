namespace Accelerator.Interop.Tests.Cluster;

/// <summary>Nodes that share a ledger let one server send to another.</summary>
public sealed class FxpRunnerTests(PostgresFixture postgres) : RealTests, IClassFixture<PostgresFixture>
{
    private const int Files = 40;
    private const int Sessions = 4;

    [ServerFact("vsftpd")]
    public async Task Two_nodes_send_each_file_once_and_share_what_both_servers_allow()
    {
        // Two more than are allowed: a session that has said good-bye counts at the server until its process has ended.
        var options = new ServerOptions { MaxClients = Sessions + 2, Extra = FxpServers.Allowing("vsftpd") };
        await using var from = await FxpServers.StartAsync("vsftpd", options, Token);
        await using var to = await FxpServers.StartAsync("vsftpd", options, Token);
        var hashes = new SortedDictionary<string, string>(StringComparer.Ordinal);
        for (var i = 0; i < Files; i++) hashes[$"pass-{i:00}.bin"] = await from.PutAsync($"day/pass-{i:00}.bin", 50_000 + i, i + 1, Token);
        await using var nodes = await RunnerFixture.StartAsync(postgres);
        var first = await nodes.StartAsync("n1", File(from, to));
        var second = await nodes.StartAsync("n2", File(from, to));
        await first.PollAsync("push", isDry: false, Token).SoonAsync();
        second.Wake();
        await nodes.UntilAsync("all deliveries", () => nodes.Events.Count(one => one.Event is JobEvent.Delivered) >= Files);

        Assert.Equal(Files, nodes.Events.Select(one => one.Event).OfType<JobEvent.Delivered>().Select(delivered => delivered.TargetPath).Distinct(StringComparer.Ordinal).Count());
        Assert.Equal(hashes.Keys.Select(name => $"/{FxpServers.Inbox}/{name}"), to.Commands().Where(command => command.StartsWith("RNTO ", StringComparison.Ordinal)).Select(command => command["RNTO ".Length..]).Order(StringComparer.Ordinal));
        foreach (var (name, hash) in hashes) Assert.Equal(hash, await RandomFile.HashAsync(Path.Combine(to.Root, FxpServers.Inbox, name), Token));
        Assert.DoesNotContain("too many connected users", from.Log + to.Log, StringComparison.Ordinal);
        Assert.DoesNotContain(nodes.Events, one => one.Event is JobEvent.Incident);
    }

    private static JobFile File(FtpServerProcess from, FtpServerProcess to)
    {
        var reading = JobFileReader.Read(
            Encoding.UTF8.GetBytes($$"""
            {
              "servers": {
                "archive": { "address": "ftp://{{from.Host}}:{{from.Port}}", "sessions": {{Sessions}} },
                "agency": { "address": "ftp://{{to.Host}}:{{to.Port}}", "sessions": {{Sessions}} }
              },
              "jobs": { "push": { "kind": "fxp", "server": "archive", "folders": [ "/day" ], "destination": "agency", "target": "/{{FxpServers.Inbox}}", "complete": { "looks": 1, "stable_for": "0s" } } }
            }
            """),
            _ => { });
        Assert.Empty(reading.Problems);
        return reading.File!;
    }
}
