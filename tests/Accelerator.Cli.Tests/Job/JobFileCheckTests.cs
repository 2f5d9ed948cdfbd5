using Accelerator.Cli.Tests.Service;

namespace Accelerator.Cli.Tests.Job;

public sealed class JobFileCheckTests : CommandLineFixture
{
    // The root of a path that is absolute on this system.
    private static readonly string Root = OperatingSystem.IsWindows() ? "D:/" : "/srv/";

    private static readonly string File =
        $$"""
        {
          "servers": { "svalbard": { "address": "ftp://pull@10.20.0.5" } },
          "jobs": {
            "passes": { "server": "svalbard", "folders": ["/archive/{yyyy}/{DDD}"], "schedule": { "every": "30s" }, "target": "{{Root}}archive/{yyyy}" },
            "aux": { "server": "svalbard", "folders": ["/aux"], "schedule": { "cron": "0 30 4 * * ?" }, "target": "{{Root}}aux" },
            "old": { "enabled": false, "server": "svalbard", "folders": ["/old"], "target": "{{Root}}old" }
          }
        }
        """;

    [Fact]
    public async Task A_file_that_is_right_is_shown_with_what_it_would_do()
    {
        Process.Write("jobs.json", File);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("validate", "jobs.json"));
        AssertOut(
            $"""
            job     server    polls                         folder                        target
            passes  svalbard  every 30 s                    /archive/2026/002 and 2 more  {Root}archive/2026
            aux     svalbard  next 2026-01-02 04:30:00 UTC  /aux                          {Root}aux
            old     svalbard  disabled                      /old                          {Root}old
            3 jobs of 1 server: no problems found.

            """);
    }

    [Fact]
    public async Task Every_problem_is_reported_with_its_line()
    {
        Process.Write("jobs.json", File.Replace("30s", "30", StringComparison.Ordinal).Replace("0 30 4 * * ?", "0 30 4 * * *", StringComparison.Ordinal));
        Assert.Equal((int)ExitCodes.Usage, await RunAsync("validate", "jobs.json"));
        Assert.Equal("ftpx: error: jobs.json, line 4, jobs.passes.schedule.every: \"30\" is not a duration, as in 30s, 15m, 24h or 7d.", ErrLines[0]);
        Assert.Contains(ErrLines, line => line.StartsWith("ftpx: error: jobs.json, line 5, jobs.aux.schedule.cron: \"0 30 4 * * *\" is not a cron expression of seconds, minutes, hours, day, month and weekday: ", StringComparison.Ordinal));
        Assert.Empty(Out);

        Assert.Equal((int)ExitCodes.Usage, await RunAsync("validate", "none.json"));
        Assert.Contains("The job file none.json cannot be read: ", Err, StringComparison.Ordinal);
        Directory.CreateDirectory(PathOf("folder"));
        Assert.Equal((int)ExitCodes.Usage, await RunAsync("validate", "folder"));
        Assert.EndsWith($"ftpx: error: The job file folder cannot be read: {PathOf("folder")} is a folder, not a file.\n", Err, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Each_line_of_JSON_has_its_type()
    {
        Process.Write("jobs.json", File);
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("validate", "jobs.json", "--json"));
        Assert.Equal(["passes 2026-01-02T03:04:05Z", "aux 2026-01-02T04:30:00Z", "old "], JsonOut.Select(job => $"{job.GetProperty("name")} {job.GetProperty("next")}"));
        Process.Write("jobs.json", "{}");
        TakeOut();
        Assert.Equal((int)ExitCodes.Usage, await RunAsync("validate", "jobs.json", "--json"));
        Assert.Equal("job_problem", JsonDocument.Parse(Out).RootElement.GetProperty("type").GetString());
    }

    [Fact]
    public async Task An_unworkable_setting_is_a_warning()
    {
        Process.Write("jobs.json", File.Replace($"\"{Root}aux\"", $"\"{Root}aux\", \"objective\": \"10s\"", StringComparison.Ordinal));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("validate", "jobs.json"));
        Assert.EndsWith("3 jobs of 1 server: valid, with 1 warning.\n", Out, StringComparison.Ordinal);
        Assert.Equal("ftpx: warning: jobs.json, line 5, jobs.aux.objective: no file can be delivered within 10 s: it counts as complete 20 s after a poll has found it "
                + "(looks, schedule, stable_for and minimum_age). Lengthen objective, or shorten these.\n", Err);
        TakeOut();
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("validate", "jobs.json", "--json"));
        Assert.Equal(["job_warning", "job", "job", "job"], JsonOut.Select(line => line.GetProperty("type").GetString()));
    }

    [Fact]
    public async Task A_path_of_another_system_is_a_warning()
    {
        var (path, systems) = OperatingSystem.IsWindows() ? ("/srv/aux", ("Linux", "Windows")) : ("D:/aux", ("Windows", "Linux"));
        Process.Write("jobs.json", File.Replace($"\"{Root}aux\"", $"\"{path}\"", StringComparison.Ordinal));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("validate", "jobs.json"));
        Assert.EndsWith("3 jobs of 1 server: valid, with 1 warning.\n", Out, StringComparison.Ordinal);
        Assert.Equal($"ftpx: warning: jobs.json, line 5, jobs.aux.target: \"{path}\" is a path of {systems.Item1}; a service on {systems.Item2} refuses it.\n", Err);
    }

    /// <summary>The sentences of Quartz name neither the field nor the remedy.</summary>
    [Theory]
    [InlineData("30 4 * * *", "\"30 4 * * *\" is not a cron expression of seconds, minutes, hours, day, month and weekday: it has 5 fields; ftpxd needs the seconds in front, as in \"0 0 1 * * ?\".")]
    [InlineData("0 30 4 * * *", "\"0 30 4 * * *\" is not a cron expression of seconds, minutes, hours, day, month and weekday: write ? for the day of the month or for the weekday, as in \"0 0 1 * * ?\".")]
    [InlineData("0 0 0 30 2 ?", "\"0 0 0 30 2 ?\" never fires: none of its months has that day; correct the day or the month.")]
    [InlineData("0 0 6 31 4 ?", "\"0 0 6 31 4 ?\" never fires: none of its months has that day; correct the day or the month.")]
    public async Task A_mistake_in_a_cron_expression_is_reported_with_its_remedy(string cron, string expected)
    {
        Process.Write("jobs.json", File.Replace("0 30 4 * * ?", cron, StringComparison.Ordinal));
        Assert.Equal((int)ExitCodes.Usage, await RunAsync("validate", "jobs.json"));
        Assert.Equal($"ftpx: error: jobs.json, line 5, jobs.aux.schedule.cron: {expected}\n", Err);
    }

    [Fact]
    public async Task Times_are_compared_with_the_rate_that_the_service_has_measured()
    {
        await using var service = new ServedControl(Process.Folder, [new("job.demand", "", (_, reply, token) => reply.SayAsync("demand",
            new JobDemand("aux", "svalbard", 3, 9L << 30, 6L << 30, 10 << 20), ControlJson.Default.JobDemand, token))]);
        Process.Write("jobs.json", File.Replace($"\"{Root}aux\"", $"\"{Root}aux\", \"objective\": \"10m\"", StringComparison.Ordinal));
        Assert.Equal((int)ExitCodes.Ok, await RunAsync("validate", "jobs.json"));
        Assert.Empty(Err);
        var command = new JobCommand(new JobCommandRunner(Process.Value, new ServiceHost(null, Process.Folder, "ftpxd")).RunAsync);
        Assert.Equal((int)ExitCodes.Ok, await FtpxAsync(["job", "validate", "jobs.json"], command));
        Assert.Equal("ftpx: warning: jobs.json, line 5, jobs.aux.objective: the largest file of the last 7 days (6.00 GiB) needs 615 s at the measured 10.0 MiB/s of svalbard, "
            + "and counts as complete 20 s after a poll has found it: that is longer than 10 min. Lengthen objective.\n", Err);
    }

    [Theory]
    [InlineData("protection", "3 jobs of 1 server: no problems found.\nledger: PostgreSQL at db: TLS required.\n", "")]
    [InlineData("warning", "3 jobs of 1 server: valid, with 1 warning.\n", "ftpx: warning: jobs.json, line 2, ledger.connection: ledger: PostgreSQL at db: TLS required.\n")]
    public async Task What_protects_the_connection_of_the_ledger_is_told_by_the_service(string member, string expected, string warning)
    {
        await using var service = new ServedControl(Process.Folder, [new("job.demand", "", (_, _, _) => Task.CompletedTask), new("ledger.protection", "", (request, reply, token) =>
            reply.SayAsync(member, request.Text("name") == "db" ? "ledger: PostgreSQL at db: TLS required." : "", ControlJson.Default.String, token))]);
        Process.Write("jobs.json", "{\n\"ledger\": { \"kind\": \"postgresql\", \"connection\": \"db\" }," + File.TrimStart()[1..]);
        var command = new JobCommand(new JobCommandRunner(Process.Value, new ServiceHost(null, Process.Folder, "ftpxd")).RunAsync);
        Assert.Equal((int)ExitCodes.Ok, await FtpxAsync(["job", "validate", "jobs.json"], command));
        Assert.EndsWith(expected, Out, StringComparison.Ordinal);
        Assert.Equal(warning, Err);
    }

    [Fact]
    public async Task Without_the_service_the_connection_of_the_ledger_is_not_judged()
    {
        Process.Write("jobs.json", "{\n\"ledger\": { \"kind\": \"postgresql\", \"connection\": \"db\" }," + File.TrimStart()[1..]);
        var command = new JobCommand(new JobCommandRunner(Process.Value, new ServiceHost(null, Process.Folder, "ftpxd")).RunAsync);
        Assert.Equal((int)ExitCodes.Ok, await FtpxAsync(["job", "validate", "jobs.json"], command));
        Assert.Contains("ledger: PostgreSQL. The service tells at its start what protects the connection; it does not answer now", Out, StringComparison.Ordinal);
    }

    private Task<int> RunAsync(params string[] words) => FtpxAsync(["job", .. words], new JobCommand(new JobFileCheck(Process.Value, host: null).RunAsync));
}
