namespace Accelerator.Service.Tests.Hosting;

/// <summary>The measurements of network paths over the channel, and the demand of jobs that they show.</summary>
public sealed class PathVerbsTests
{
    [Fact]
    public async Task Measurements_are_found_by_the_server_by_a_job_and_by_the_address()
    {
        await using var fixture = new JobVerbsFixture { Servers = """, "other": { "address": "ftp://kim@archive.example.org" } """ };
        await fixture.StartAsync();
        foreach (var server in (string[])["svalbard", "other"]) await AddAsync(fixture, server, 5_000_000);
        Assert.Equal(["svalbard", "other"], await ServersAsync(null));
        Assert.Equal(["svalbard"], await ServersAsync("svalbard"));
        Assert.Equal(["svalbard"], await ServersAsync("passes"));
        Assert.Equal(["svalbard"], await ServersAsync($"ftp://127.0.0.1:{fixture.Server.EndPoint.Port}/pub/a.bin"));
        Assert.Equal(["other"], await ServersAsync("ftp://ARCHIVE.example.org/"));
        Assert.Equal(["other"], await ServersAsync("ftp://kim@archive.example.org"));
        foreach (var unknown in (string[])["ftp://lee:secret@archive.example.org", "ftp://archive.example.org:2121", "nothing"])
        {
            var (kind, message) = await fixture.RefusedAsync("measurements", ("server", unknown));
            Assert.Equal(ControlFailure.NotFound, kind);
            Assert.StartsWith("The job file has no server and no job \"", message);
            Assert.EndsWith("other (archive.example.org:21).", message);
            Assert.DoesNotContain("secret", message);
        }
        Assert.Equal(ControlFailure.Usage, (await fixture.RefusedAsync("measurements", ("server", "http://archive.example.org"))).Kind);

        async Task<IEnumerable<string?>> ServersAsync(string? about) =>
            (await fixture.AskAsync("measurements", "measurement", about is null ? [] : [("server", about)])).Select(one => one.GetProperty("server").GetString());
    }

    [Fact]
    public async Task The_deliveries_of_a_job_are_reported_with_the_usual_rate_of_its_server()
    {
        await using var fixture = await JobVerbsFixture.StartedAsync("/pub/a.bin", "/pub/b.bin");
        Assert.Empty(await fixture.AskAsync("job.demand", "demand"));
        await fixture.AskAsync("job.run", "folder", ("job", "passes"));
        await fixture.HeardAsync(201, 2);
        foreach (var rate in (long[])[300, 100, 200]) await AddAsync(fixture, "svalbard", rate);
        var demand = Assert.Single(await fixture.AskAsync("job.demand", "demand"));
        Assert.Equal("""{"job":"passes","server":"svalbard","files":2,"bytes":2000,"largest":1000,"rate":200}""", demand.GetRawText());
    }

    private static Task AddAsync(JobVerbsFixture fixture, string server, long rate) => fixture.Core.Ledger!.Paths.AddAsync(
        new PathMeasurement { Server = server, Node = "n1", At = TimeProvider.System.GetUtcNow(), Kind = PathMeasurement.Probe, Rate = rate, Bytes = 1, Seconds = 1 }, CancellationToken.None);
}
