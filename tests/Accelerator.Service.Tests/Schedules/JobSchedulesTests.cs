using Accelerator.Service.Schedules;

namespace Accelerator.Service.Tests.Schedules;

public sealed class JobSchedulesTests
{
    private const string Past = """ "cron": "0 0 0 1 1 ? 2020" """;
    private const string Yearly = """ "cron": "0 0 0 1 1 ?" """;

    [Fact]
    public async Task A_job_that_cannot_be_scheduled_is_named_and_the_others_poll()
    {
        var polled = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
        await using var schedules = await JobSchedules.StartAsync(
            (job, _) =>
            {
                polled.TrySetResult(job);
                return Task.CompletedTask;
            },
            store: null,
            CancellationToken.None);
        var refused = await schedules.ApplyAsync(File(Past, """ "every": "1s" """).Jobs, mayPoll: true, CancellationToken.None);
        var (name, reason) = Assert.Single(refused);
        Assert.Equal("passes", name);
        Assert.Contains("will never fire", reason, StringComparison.Ordinal);
        Assert.Equal("orbits", await polled.Task.SoonAsync());
        Assert.Null(await schedules.NextAsync("passes", CancellationToken.None));
    }

    [Fact]
    public async Task The_service_reports_the_job_until_its_schedule_is_corrected()
    {
        using var folder = new TempFolder();
        using var vault = new CredentialVault(folder.Path, TimeProvider.System);
        using var core = new ServiceCore(folder.Path, vault, TimeProvider.System, NullLogger.Instance);
        await core.ApplyAsync(File(Past, Yearly), CancellationToken.None);
        var incident = Assert.Single(core.Events.Log.Standing, one => one.About.StartsWith("schedule ", StringComparison.Ordinal));
        Assert.Equal("schedule of passes", incident.About);
        Assert.StartsWith("passes does not poll, because its schedule cannot be used: ", incident.Message, StringComparison.Ordinal);
        Assert.NotNull(await core.Schedules!.NextAsync("orbits", CancellationToken.None));

        await core.ApplyAsync(File(Yearly, Yearly), CancellationToken.None);
        Assert.DoesNotContain(core.Events.Log.Standing, one => one.About.StartsWith("schedule ", StringComparison.Ordinal));
        Assert.NotNull(await core.Schedules!.NextAsync("passes", CancellationToken.None));
        await core.StopAsync(ScriptedServer.Patience);
    }

    private static JobFile File(string passes, string orbits)
    {
        var reading = JobFileReader.Read(
            Encoding.UTF8.GetBytes($$"""
            { "servers": { "s": { "address": "ftp://127.0.0.1:9" } },
              "jobs": {
                "passes": { "server": "s", "folders": [ "/a" ], "target": "/srv/a", "schedule": { {{passes}} } },
                "orbits": { "server": "s", "folders": [ "/b" ], "target": "/srv/b", "schedule": { {{orbits}} } } } }
            """),
            Quartz.CronExpression.ValidateExpression);
        Assert.Empty(reading.Problems);
        return reading.File!;
    }
}
