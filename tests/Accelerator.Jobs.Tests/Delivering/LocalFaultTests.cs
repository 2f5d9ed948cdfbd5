namespace Accelerator.Jobs.Tests.Delivering;

public sealed class LocalFaultTests
{
    private const int Pace = 20;

    private const string Other = """, "orbits": { "server": "svalbard", "folders": [ "/orbits" ], "target": "TEMP/other", "complete": { "looks": 1, "stable_for": "0s" } }""";

    [Fact]
    public async Task An_unwritable_target_folder_is_one_local_incident_and_other_jobs_continue()
    {
        await using var service = await StartAsync(new() { OtherJobs = Other, Time = new FakeTime() });
        // A file at the path of the target folder: not even an administrator can write there.
        await File.WriteAllTextAsync(service.Folder.File("in"), "");
        await service.HurryAsync(service.PollAsync(), Pace);
        await service.HurryAsync(service.WaitAsync<JobEvent.Incident>(), Pace);
        await service.HurryAsync(service.Runner.PollAsync("orbits", isDry: false, CancellationToken.None), Pace);
        await service.HurryAsync(service.WaitAsync<JobEvent.Delivered>(5), Pace);

        var incident = Assert.Single(service.Events.OfType<JobEvent.Incident>());
        Assert.Equal($"target folder {service.Folder.File("in")}", incident.About);
        Assert.StartsWith($"passes cannot store files in {service.Folder.File("in")} on this computer: The folder", incident.Message, StringComparison.Ordinal);
        Assert.Equal(["passes"], incident.Jobs);
        Assert.Empty(service.Events.OfType<JobEvent.Refused>());

        File.Delete(service.Folder.File("in"));
        await service.HurryAsync(service.WaitAsync<JobEvent.Delivered>(10), Pace);
        Assert.Equal(incident.About, Assert.Single(await service.HurryAsync(service.WaitAsync<JobEvent.Recovered>(), Pace)).About);
        Assert.All(await service.HistoryAsync(), delivery => Assert.Equal(0, delivery.Attempts));
    }

    [Fact]
    public async Task A_file_too_large_for_the_disk_waits_without_a_session_and_is_one_incident_that_names_the_jobs()
    {
        var free = 40_000L;
        var fixture = new JobRunnerFixture { OtherJobs = Other, Time = new FakeTime(), Space = _ => new("/data", Interlocked.Read(ref free)) };
        foreach (var folder in new[] { "pub", "orbits" }) fixture.Server.Files.AddSynthetic($"/{folder}/large.bin", 50_000);
        await using var service = await StartAsync(fixture);
        await service.HurryAsync(service.PollAsync(), Pace);
        await service.HurryAsync(service.Runner.PollAsync("orbits", isDry: false, CancellationToken.None), Pace);
        await service.HurryAsync(service.WaitAsync<JobEvent.Delivered>(10), Pace);
        var told = (await service.HurryAsync(service.WaitAsync<JobEvent.Incident>(2), Pace))[1];
        Assert.Equal("disk /data", told.About);
        Assert.Equal(["orbits", "passes"], told.Jobs);
        Assert.Matches(@"^The disk /data of this computer has no room for orbits, passes: at \d{4}-\d\d-\d\d \d\d:\d\d UTC 39\.1 KiB were free\. Files in progress still needed ", told.Message);
        Assert.DoesNotContain(service.Server.Log.Transfers, transfer => transfer.Path.EndsWith("large.bin", StringComparison.Ordinal));

        Interlocked.Exchange(ref free, 1 << 20);
        await service.HurryAsync(service.WaitAsync<JobEvent.Delivered>(12), Pace);
        Assert.Equal("disk /data", Assert.Single(await service.HurryAsync(service.WaitAsync<JobEvent.Recovered>(), Pace)).About);
        Assert.Equal(2, service.Events.OfType<JobEvent.Incident>().Count());
        Assert.All(await service.HistoryAsync(), delivery => Assert.Equal(0, delivery.Attempts));
    }

    [Theory]
    // Free space, reserved space, and the number of files of 1,000 bytes that fit at the same time.
    [InlineData(2_500, 0, 2)]
    [InlineData(2_500, 1_000, 1)]
    [InlineData(3_000, 0, 3)]
    [InlineData(999, 0, 0)]
    public void Space_that_files_in_progress_still_need_counts_as_used(long free, long least, int fits)
    {
        var (held, told) = (new List<HeldClaim>(), new List<JobEvent>());
        var tools = new JobTools
        {
            Ledger = null!, Node = "n", Incarnation = "a", Login = (_, _) => Task.FromResult(FtpCredential.Anonymous), Events = new DirectProgress<JobEvent>(told.Add), Time = new FakeTime(), Space = _ => new("/data", free),
        };
        var faults = new LocalFaults(tools, () => held);
        for (var i = 0; i < 4; i++)
        {
            held.Add(new HeldClaim(ClaimOf(i), null!, $"/data/in/{i}", 0));
            if (!faults.Fits(held[^1], least)) held.RemoveAt(held.Count - 1);
        }
        Assert.Equal(fits, held.Count);
        Assert.Equal(["passes"], Assert.IsType<JobEvent.Incident>(Assert.Single(told)).Jobs);
    }

    private static Claim ClaimOf(int id) => new()
    {
        FileId = id, Epoch = 1, Owner = "n/a", Job = "passes", Server = "svalbard", Folder = "/pub", Target = "/data/in", Name = $"{id}", Size = 1000, Version = 1, Attempts = 0, FirstSeen = default, QueuedAt = default,
    };

    private static async Task<JobRunnerFixture> StartAsync(JobRunnerFixture service)
    {
        for (var i = 0; i < 5; i++)
        {
            service.Server.Files.AddSynthetic($"/pub/{i}.bin", 1000, seed: i);
            service.Server.Files.AddSynthetic($"/orbits/{i}.bin", 1000, seed: i);
        }
        await service.StartAsync();
        return service;
    }
}
