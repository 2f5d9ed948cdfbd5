namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>What becomes of delivered files when their job or their server gets another name in the job file.</summary>
public sealed class RenameTests
{
    /// <summary>A program that processes deliveries has moved one of the files away: it is not downloaded again either.</summary>
    [Theory]
    [InlineData("orbits", "svalbard")]
    [InlineData("passes", "kiruna")]
    [InlineData("orbits", "kiruna")]
    public async Task A_job_or_a_server_that_is_renamed_keeps_what_was_delivered(string job, string server)
    {
        await using var service = await DeliveredAsync("one.bin", "two.bin");
        File.Delete(service.Target("two.bin"));
        await RenameAsync(service, job, server);

        var poll = await service.PollAsync();
        Assert.Equal((0, 0), (poll.New, poll.Queued));
        Assert.Equal(new FolderOwner("passes", "svalbard", "/pub"), Assert.Single(poll.Folders).Earlier);
        Assert.Null(Assert.Single((await service.PollAsync()).Folders).Earlier);
        Assert.All(await service.HistoryAsync(), delivery => Assert.Equal((job, server), (delivery.Job, delivery.Server)));
        Assert.Equal((2, 2), ((await service.HistoryAsync()).Count, Retrieved(service)));

        service.Server.Files.ReplaceByRename("/pub/one.bin", FileContent.Synthetic(1500, 9));
        await service.DeliverAsync(3);
        await service.AssertDeliveredAsync("one.bin");
        Assert.Equal(2, (await service.HistoryAsync())[0].Version);
    }

    [Fact]
    public async Task A_file_that_waits_in_the_queue_is_delivered_by_the_renamed_job()
    {
        await using var service = Fixture();
        service.Server.Files.AddDirectory("/pub");
        await service.StartAsync();
        await service.PauseAsync();
        service.Server.Files.AddSynthetic("/pub/one.bin", 1000);
        await service.PollAsync();
        await RenameAsync(service, "orbits", "svalbard");
        service.Runner.Continue();
        await service.DeliverAsync();
        Assert.Equal("orbits", Assert.Single(await service.HistoryAsync()).Job);
    }

    [Fact]
    public async Task A_dry_poll_finds_the_files_under_the_old_name_and_renames_nothing()
    {
        await using var service = await DeliveredAsync("one.bin");
        await RenameAsync(service, "orbits", "svalbard");
        Assert.Equal(0, (await service.Runner.PollAsync("orbits", isDry: true, CancellationToken.None))!.New);
        Assert.Equal("passes", Assert.Single(await service.HistoryAsync()).Job);
    }

    /// <summary>
    /// An operator who follows the advice must not lose the file: with "move it away" it would be downloaded, and refused again.
    /// </summary>
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_file_whose_name_another_job_has_delivered_names_that_job(bool isInPlace)
    {
        await using var service = Fixture("one.bin");
        service.Server.Files.AddSynthetic("/other/one.bin", 1000);
        service.OtherJobs = """, "orbits": { "server": "svalbard", "folders": [ "/other" ], "target": "TEMP/in", "complete": { "looks": 1, "stable_for": "0s" } }""";
        await service.StartAsync();
        await service.DeliverAsync();
        if (!isInPlace) File.Delete(service.Target("one.bin"));

        await service.Runner.PollAsync("orbits", isDry: false, CancellationToken.None);
        await service.WaitAsync<JobEvent.Refused>();
        var file = Assert.Single(await service.Ledger.Report.QuarantinedAsync(null, 10, CancellationToken.None));
        Assert.StartsWith($"{service.Target("one.bin")} was delivered by the job passes from /pub of the server svalbard", file.Error, StringComparison.Ordinal);
        Assert.Contains("Give the job orbits another target", file.Error, StringComparison.Ordinal);
    }

    private static JobRunnerFixture Fixture(params string[] names)
    {
        var service = new JobRunnerFixture();
        foreach (var name in names) service.Server.Files.AddSynthetic($"/pub/{name}", 1000);
        return service;
    }

    private static async Task<JobRunnerFixture> DeliveredAsync(params string[] names)
    {
        var service = Fixture(names);
        await service.StartAsync();
        await service.DeliverAsync(names.Length);
        return service;
    }

    private static async Task RenameAsync(JobRunnerFixture service, string job, string server)
    {
        (service.JobName, service.ServerName) = (job, server);
        await service.Runner.ApplyAsync(service.File());
    }

    private static int Retrieved(JobRunnerFixture service) => service.Server.Log.Transfers.Count(transfer => transfer.Verb == "RETR");
}
