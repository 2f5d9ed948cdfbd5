using Microsoft.Data.Sqlite;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>Somebody who can write to the ledger's database chooses no path of this computer.</summary>
public sealed class LedgerPathTests
{
    private const int Pace = 20;

    [Fact]
    public async Task A_target_folder_that_only_the_database_names_gets_no_file()
    {
        await using var service = new JobRunnerFixture { Time = new FakeTime() };
        service.Server.Files.AddDirectory("/pub");
        await service.StartAsync();
        service.Runner.Pause();
        service.Server.Files.AddSynthetic("/pub/one.bin", 1000);
        await service.HurryAsync(service.PollAsync(), Pace);
        var evil = service.Folder.File("elsewhere");
        await ExecuteAsync(service, $"UPDATE folder SET target = '{evil}'");
        service.Runner.Continue();
        var refused = (await service.HurryAsync(service.WaitAsync<JobEvent.Refused>(), Pace))[0];
        Assert.StartsWith($"The ledger has the folder {evil} for one.bin, which is no target folder of passes in the job file.", refused.Message, StringComparison.Ordinal);
        Assert.False(Directory.Exists(evil));
        Assert.DoesNotContain(service.Server.Log.Transfers, transfer => transfer.Path.EndsWith("one.bin", StringComparison.Ordinal));

        // The next poll writes the folder of the job file to the ledger.
        await service.HurryAsync(service.PollAsync(), Pace);
        await service.HurryAsync(service.WaitAsync<JobEvent.Delivered>(), Pace);
        await service.AssertDeliveredAsync("one.bin");
        Assert.Equal(0, Assert.Single(await service.HistoryAsync()).Attempts);
        Assert.False(Directory.Exists(evil));
    }

    [Fact]
    public async Task A_rename_that_only_the_database_claims_publishes_no_file_of_another_folder()
    {
        await using var service = new JobRunnerFixture();
        service.Server.Files.AddDirectory("/pub");
        await service.StartAsync();
        service.Runner.Pause();
        service.Server.Files.AddSynthetic("/pub/one.bin", 1000);
        await service.PollAsync();
        var evil = service.Folder.File("private");
        await File.WriteAllBytesAsync(evil, new byte[1000]);
        var claim = Assert.Single(await service.Ledger.Claims.ClaimAsync("svalbard", ["passes"], [], 1, "node/0", TimeSpan.FromHours(1), CancellationToken.None));
        await service.Ledger.Claims.VerifiedAsync(claim, new VerifiedFile(evil, evil + ".part", 1000, claim.Time, null, null, ""), CancellationToken.None);

        await service.StartAsync();
        await service.WaitAsync<JobEvent.Delivered>();
        Assert.Equal(service.Target("one.bin"), Assert.Single(await service.HistoryAsync()).FinalPath);
        await service.AssertDeliveredAsync("one.bin");
    }

    [Theory]
    [InlineData("manifest")]
    [InlineData("command")]
    public async Task A_manifest_and_a_command_take_no_path_of_the_database(string kind)
    {
        await using var service = new JobRunnerFixture { Time = new FakeTime() };
        var (evidence, evil) = (service.Folder.File("evidence"), service.Folder.File("evil"));
        service.Job += kind == "manifest" ? $", \"manifest\": \"{evidence}\"" : $", \"after\": {{ \"command\": [ \"/usr/bin/touch\", \"{evidence}\", \"{{path}}\" ] }}";
        service.Server.Files.AddSynthetic("/pub/one.bin", 1000);
        // Before the effect is due.
        service.Heard = one =>
        {
            if (one is JobEvent.Delivered) Execute(service, $"UPDATE effect SET payload = '{evil}'; UPDATE delivery SET final_path = '{evil}'");
        };
        await service.StartAsync();
        await service.HurryAsync(service.DeliverAsync().ContinueWith(_ => 0, TaskScheduler.Default), Pace);
        var after = (await service.HurryAsync(service.WaitAsync<JobEvent.AfterDelivery>(), Pace))[0];
        Assert.StartsWith($"The {kind} for {evil} was not carried out: the ledger has this path, and it is in no target folder of passes.", after.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(evidence) || File.Exists(evil));

        Execute(service, $"UPDATE delivery SET final_path = '{service.Target("one.bin")}'");
        await service.HurryAsync(service.WaitAsync<JobEvent.AfterDelivery>(2), Pace);
        Assert.True(File.Exists(evidence));
        Assert.False(File.Exists(evil));
    }

    [Theory]
    [InlineData("/in", "/in", true)]
    [InlineData("/in", "/in/a/b.nc", true)]
    [InlineData("/in", "/inner", false)]
    [InlineData("/in", "/in/../etc/x", false)]
    [InlineData("/in", "in/a", false)]
    [InlineData("/in", "-rf", false)]
    [InlineData("/in", "", false)]
    [InlineData("/in/", "/in/a", true)]
    [InlineData("/a/../in", "/in/a", true)]
    [InlineData("/in/{yyyy}/{DDD}", "/in/2026/334/a", true)]
    [InlineData("/in/{yyyy}/{DDD}", "/in/2026/33", false)]
    [InlineData("/in/{yyyy}/{DDD}", "/in/2026/3344", false)]
    [InlineData("/in/{yyyy}/{DDD}", "/in/20x6/334", false)]
    [InlineData("/in/{job}-{server}/{HH}", "/in/passes-s/07", true)]
    [InlineData("/in/{job}-{server}/{HH}", "/in/orbits-s/07", false)]
    public void A_target_template_covers_its_folders_of_all_dates_and_what_is_in_them(string target, string path, bool isCovered) =>
        Assert.Equal(isCovered, TargetFolder.Covers(JobFileReader.Read(Encoding.UTF8.GetBytes(
            $$"""{ "servers": { "s": { "address": "ftp://h" } }, "jobs": { "passes": { "server": "s", "folders": [ "/a" ], "target": "{{target}}" } } }"""), _ => { }).File!.Jobs[0], path));

    [Theory]
    [InlineData("ftp://to//in/2026/a.nc", true)]
    [InlineData("ftp://to//in/2026/../../a.nc", false)]
    [InlineData("ftp://to//out/2026/a.nc", false)]
    [InlineData("ftp://other//in/2026/a.nc", false)]
    [InlineData("/in/2026/a.nc", false)]
    public void A_final_path_at_another_server_is_one_of_the_jobs_destination(string path, bool isCovered)
    {
        var job = JobFileReader.Read(
            """{ "servers": { "s": { "address": "ftp://h" }, "to": { "address": "ftp://to" } }, "jobs": { "passes": { "kind": "fxp", "server": "s", "folders": [ "/a" ], "destination": "to", "target": "/in/{yyyy}" } } }"""u8, _ => { }).File!.Jobs[0];
        Assert.Equal(isCovered, DeliveryItems.IsOf(job, path.Replace("ftp://to/", job.Destination!.AddressOf(""), StringComparison.Ordinal)));
    }

    private static Task ExecuteAsync(JobRunnerFixture service, string sql) => Task.Run(() => Execute(service, sql));

    private static void Execute(JobRunnerFixture service, string sql)
    {
        using var connection = new SqliteConnection(new SqliteConnectionStringBuilder { DataSource = service.Folder.File("ledger.db"), Pooling = false }.ToString());
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}
