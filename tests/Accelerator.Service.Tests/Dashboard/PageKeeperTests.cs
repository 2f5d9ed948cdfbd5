namespace Accelerator.Service.Tests.Dashboard;

public sealed class PageKeeperTests
{
    [Fact]
    public async Task A_port_that_is_taken_is_an_incident_and_is_tried_again()
    {
        await using var fixture = new FiguresFixture();
        await using var keeper = new PageKeeper(fixture.Folder.Path, fixture.Content, fixture.Core.Events, fixture.Time, NullLoggerFactory.Instance);
        // Bound beside the listeners, so that no other test gets the port between them.
        using var port = new ClosedPort();
        using var other = new TcpListener(IPAddress.Loopback, port.Number);
        other.Start();
        var wanted = new DashboardDefinition((IPEndPoint)other.LocalEndpoint, []);
        await keeper.ApplyAsync(wanted, CancellationToken.None).SoonAsync();
        Assert.Null(keeper.Address);
        Assert.StartsWith($"The status page cannot be opened at {wanted.Address}: ", Assert.Single(fixture.Core.Events.Log.Incidents));

        other.Stop();
        await Soon.UntilAsync(() =>
        {
            // The address may have been set between two reads; then no timer is left to wait for.
            if (fixture.Time.ActiveTimers > 0) fixture.Time.Advance(TimeSpan.FromSeconds(10));
            return keeper.Address is not null;
        });
        Assert.Equal($"http://{wanted.Address}/", keeper.Address);
        using var client = new HttpClient();
        Assert.Equal(HttpStatusCode.OK, (await client.GetAsync(new Uri(keeper.Address!)).SoonAsync()).StatusCode);
    }

    [Fact]
    public async Task A_page_restarts_or_stops_if_its_definition_changes_and_stays_if_it_does_not()
    {
        await using var fixture = new FiguresFixture();
        await using var keeper = new PageKeeper(fixture.Folder.Path, fixture.Content, fixture.Core.Events, fixture.Time, NullLoggerFactory.Instance);
        DashboardDefinition anywhere = new(new IPEndPoint(IPAddress.Loopback, 0), ["a"]), other = anywhere with { Hosts = ["b"] };
        await keeper.ApplyAsync(anywhere, CancellationToken.None).SoonAsync();
        var first = keeper.Address;
        await keeper.ApplyAsync(anywhere with { Hosts = ["a"] }, CancellationToken.None).SoonAsync();
        Assert.Equal(first, keeper.Address);
        await keeper.ApplyAsync(other, CancellationToken.None).SoonAsync();
        Assert.NotEqual(first, keeper.Address);
        await keeper.ApplyAsync(null, CancellationToken.None).SoonAsync();
        Assert.Null(keeper.Address);
        Assert.Empty(fixture.Core.Events.Log.Incidents);
    }
}
