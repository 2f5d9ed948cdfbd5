using System.Data.Common;
using Accelerator.Service.Schedules;
using Accelerator.Service.Tests.Core;

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

    /// <summary>Quartz opens its own connections.</summary>
    [Theory]
    [InlineData("Host=db.example.org", "VerifyFull", "ScramSHA256")]
    [InlineData("Host=localhost", "Prefer", "!Password")]
    [InlineData("Host=db.example.org;SSL Mode=Require;Require Auth=MD5", "Require", "MD5")]
    public void The_schedules_are_protected_as_the_ledger_is(string connection, string tls, string auth)
    {
        var settings = SchedulerSettings.Of(new ScheduleStore(connection + ";Password=x", "node"));
        var text = Assert.Single(settings.AllKeys.Where(key => key!.EndsWith(".connectionString", StringComparison.Ordinal)).Select(key => settings[key]));
        var effective = new DbConnectionStringBuilder { ConnectionString = text! };
        Assert.Equal((tls, auth), (effective.TryGetValue("SSL Mode", out var mode) ? mode : "Prefer", effective["Require Auth"]));
    }

    /// <summary>No database answers, and the service tries again: the sentence is logged before the first try, and once.</summary>
    [Fact]
    public async Task The_service_says_at_its_start_what_protects_the_connection()
    {
        using var folder = new TempFolder();
        using var port = new ClosedPort();
        using var vault = new CredentialVault(folder.Path, TimeProvider.System);
        using var log = new HeardLog();
        using var core = new ServiceCore(folder.Path, vault, TimeProvider.System, log);
        var file = File(Yearly, Yearly);
        foreach (var (credential, host, sentence) in ((string, string, string)[])
        [
            ("near", "127.0.0.1", "ledger: PostgreSQL at 127.0.0.1: on this computer; password never in clear text."),
            ("far", $"{Dns.GetHostName()};SSL Mode=Require", $"ledger: PostgreSQL at {Dns.GetHostName()}: the server is not verified: the connection string says SSL Mode=Require."),
        ])
        {
            await vault.SetAsync(credential, $"Host={host};Port={port.Number};Username=ftpxd;Password=geheim", CancellationToken.None);
            for (var i = 0; i < 2; i++) await core.ApplyAsync(file with { Ledger = new LedgerDefinition(LedgerKind.PostgreSql, credential, file.Ledger.Keep) }, CancellationToken.None);
            Assert.StartsWith(sentence, Assert.Single(log.Sentences, one => one.StartsWith($"ledger: PostgreSQL at {host.Split(';')[0]}: ", StringComparison.Ordinal)), StringComparison.Ordinal);
        }
        Assert.DoesNotContain(log.Sentences, one => one.Contains("geheim", StringComparison.Ordinal));
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
