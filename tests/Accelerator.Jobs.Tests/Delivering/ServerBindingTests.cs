namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>The effect of a server's <c>bind</c> when its sessions are opened.</summary>
public sealed class ServerBindingTests
{
    private static readonly LocalInterface Loopback = new("lo", true, [IPAddress.Loopback]);

    [Fact]
    public async Task Files_use_the_configured_local_path_and_a_missing_one_is_only_reported()
    {
        await using var service = new JobRunnerFixture { ServerKeys = """ "sessions": 4, "bind": ["gone0", "127.0.0.5"] """, Interfaces = () => [Loopback] };
        service.Server.Files.AddText("/pub/a.nc", "content");
        await service.StartAsync();
        await service.DeliverAsync();
        await service.AssertDeliveredAsync("a.nc");
        Assert.Equal(["127.0.0.5"], service.Server.Log.Retrievals.Select(transfer => transfer.DataPeer!.Address.ToString()).Distinct());
        Assert.Equal(
            [("paths to server svalbard", "gone0 is not an address or an interface of this computer. There are: lo (127.0.0.1). The service continues with 127.0.0.5; the others are checked when new sessions are opened.")],
            service.Events.OfType<JobEvent.Incident>().Select(incident => (incident.About, incident.Message)));
    }

    [Fact]
    public async Task Where_no_path_is_there_nothing_is_connected_and_the_server_rests()
    {
        await using var service = new JobRunnerFixture { ServerKeys = """ "bind": ["gone0"] """, Interfaces = () => [Loopback] };
        await service.StartAsync();
        var failure = await Assert.ThrowsAsync<TransferException>(service.PollAsync);
        Assert.Equal(
            "None of the local paths in the job file (bind of the server svalbard) exists on this computer. gone0 is not an address or an interface of this computer. There are: lo (127.0.0.1).",
            failure.Message);
        Assert.Equal(0, service.Server.Log.ControlConnectionsOpened);
    }

    [Fact]
    public void An_interface_that_appears_is_used_by_the_next_sessions_and_is_reported_once()
    {
        IReadOnlyList<LocalInterface> here = [Loopback];
        var events = new List<JobEvent>();
        var server = new ServerDefinition("svalbard", new FtpEndpoint("h", 21, FtpSecurity.None), null, null, 4, []) { Bind = ["127.0.0.6", "gone0"] };
        var paths = new ServerBinding(server, new JobTools
        {
            Ledger = null!, Node = "node", Incarnation = "1", Login = (_, _) => throw new InvalidOperationException(), Events = new DirectProgress<JobEvent>(events.Add), Interfaces = () => here,
        });
        Assert.Equal(["127.0.0.6"], paths.Find().Select(path => path!.Name));
        here = [Loopback, new LocalInterface("gone0", true, [IPAddress.Parse("192.0.2.1")])];
        Assert.Equal(["127.0.0.6", "gone0"], paths.Find().Select(path => path!.Name));
        Assert.Equal(["127.0.0.6", "gone0"], paths.Find().Select(path => path!.Name));
        Assert.Equal([typeof(JobEvent.Incident), typeof(JobEvent.Recovered)], events.Select(one => one.GetType()));
    }

    [Fact]
    public void A_job_file_that_names_other_paths_or_replicas_names_another_server_and_the_same_ones_do_not()
    {
        var server = new ServerDefinition("s", new FtpEndpoint("h", 21, FtpSecurity.None), null, null, 4, []) { Bind = ["eth0", "eth1"], Replicas = ["tromso"] };
        Assert.True(ServerComparison.AreSame(server, server with { Bind = ["eth0", "eth1"], Replicas = ["tromso"] }));
        Assert.False(ServerComparison.AreSame(server, server with { Bind = ["eth0"] }));
        Assert.False(ServerComparison.AreSame(server, server with { Bind = [] }));
        Assert.False(ServerComparison.AreSame(server, server with { Replicas = [] }));
        Assert.False(ServerComparison.AreSame(server, server with { TrustReplicas = true }));
        var addressed = server with { Addresses = ServerAddresses.Of([IPAddress.Loopback]) };
        Assert.True(ServerComparison.AreSame(addressed, server with { Addresses = ServerAddresses.Of([IPAddress.Loopback]) }));
        Assert.False(ServerComparison.AreSame(addressed, server with { Addresses = ServerAddresses.All }));
        Assert.False(ServerComparison.AreSame(addressed, server));
    }
}
