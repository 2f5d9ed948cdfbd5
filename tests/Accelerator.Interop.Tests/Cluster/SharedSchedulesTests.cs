using Accelerator.Service.Schedules;

namespace Accelerator.Interop.Tests.Cluster;

/// <summary>Tests of the poll schedule that several nodes share in one database.</summary>
public sealed class SharedSchedulesTests(PostgresFixture postgres) : IClassFixture<PostgresFixture>
{
    private readonly ConcurrentQueue<(string Node, string Job)> _polls = [];

    [LedgerFact]
    public async Task Each_time_comes_up_at_one_node_and_a_node_that_may_not_poll_gets_none()
    {
        var (server, schema) = await postgres.SchemaAsync();
        var connection = await ConnectionAsync(server, schema);
        await using var first = await StartAsync(connection, "n1");
        await using var second = await StartAsync(connection, "n2");
        await using var third = await StartAsync(connection, "n3");
        var clock = Stopwatch.StartNew();
        var jobs = Jobs(""" "every": "1s" """);
        await Task.WhenAll(first.ApplyAsync(jobs, mayPoll: true, default), second.ApplyAsync(jobs, mayPoll: true, default), third.ApplyAsync([], mayPoll: false, default));
        // If each node polled for itself, there would be twice as many polls.
        await UntilAsync(() => _polls.Count >= 8);
        Assert.InRange(_polls.Count, 8, clock.Elapsed.TotalSeconds + 2);
        Assert.DoesNotContain(_polls, poll => poll.Node == "n3");

        // The turn changes: what the others were told stands, and this one takes part in it.
        await first.ApplyAsync(jobs, mayPoll: false, default);
        await second.ApplyAsync(jobs, mayPoll: false, default);
        await third.ApplyAsync(jobs, mayPoll: true, default);
        await UntilAsync(() => _polls.Any(poll => poll.Node == "n3"));
        Assert.NotNull(await first.NextAsync("passes", default));
        await third.ApplyAsync([], mayPoll: true, default);
        Assert.Null(await first.NextAsync("passes", default));
    }

    [LedgerFact]
    public async Task Polls_continue_after_a_database_outage()
    {
        await using var server = await PostgresFixture.StartAsync();
        await using var schedules = await StartAsync(await ConnectionAsync(server, "public"), "n1");
        await schedules.ApplyAsync(Jobs(""" "cron": "* * * * * ?" """), mayPoll: true, default);
        await UntilAsync(() => !_polls.IsEmpty);
        using var deadline = new CancellationTokenSource(TimeSpan.FromMinutes(2));
        await server.StopAsync(deadline.Token);
        await Assert.ThrowsAnyAsync<Quartz.SchedulerException>(() => schedules.NextAsync("passes", default));
        await server.LaunchAsync(deadline.Token);
        var before = _polls.Count;
        await UntilAsync(() => _polls.Count > before + 1);
    }

    private static async Task<string> ConnectionAsync(PostgresServer server, string schema)
    {
        await using var ledger = await JobLedger.OpenAsync(new PostgresDatabase(server.Connection(schema)), TimeProvider.System, default);
        return server.Connection(schema);
    }

    private Task<JobSchedules> StartAsync(string connection, string node) => JobSchedules.StartAsync(
        (job, _) =>
        {
            _polls.Enqueue((node, job));
            return Task.CompletedTask;
        },
        new ScheduleStore(connection, node),
        default);

    private static async Task UntilAsync(Func<bool> holds)
    {
        var clock = Stopwatch.StartNew();
        while (!holds())
        {
            Assert.True(clock.Elapsed < ScriptedServer.Patience + TimeSpan.FromMinutes(1), "This should have come.");
            await Task.Delay(TimeSpan.FromMilliseconds(50));
        }
    }

    private static IReadOnlyList<JobDefinition> Jobs(string schedule)
    {
        var reading = JobFileReader.Read(
            System.Text.Encoding.UTF8.GetBytes($$"""
            { "servers": { "s": { "address": "ftp://127.0.0.1" } },
              "jobs": { "passes": { "server": "s", "folders": [ "/a" ], "target": "/srv/a", "schedule": { {{schedule}} } } } }
            """),
            _ => { });
        Assert.Empty(reading.Problems);
        return reading.File!.Jobs;
    }
}
