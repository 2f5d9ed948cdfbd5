using Microsoft.Data.Sqlite;

namespace Accelerator.Service.Tests.Figures;

/// <summary>A core over a real ledger that starts no work, with a clock that stands still: a test fills the ledger itself.</summary>
internal sealed class FiguresFixture : IAsyncDisposable
{
    public const string Hostile = "<script>alert(1)</script>\"&.nc";

    private const string Owner = "n1/a";
    private static readonly CancellationToken None = CancellationToken.None;

    public FiguresFixture()
    {
        Vault = new CredentialVault(Folder.Path, Time);
        Core = new ServiceCore(Folder.Path, Vault, Time, NullLogger.Instance);
        Watch = new JobFileWatch(Folder.File("jobs.json"), (jobs, token) => Core.ApplyAsync(jobs, token), Time, NullLogger.Instance);
        Live = new LiveFigures(Time);
        Core.Events.Add(Live);
        Figures = new FiguresReader(Core, Watch, Live, Time, Time.GetUtcNow());
        Meter = new ServiceMeter(Figures, Time);
        Core.Events.Add(Meter);
        Prometheus = new PrometheusText(Meter.Meter);
        Core.Events.Add(Trail = new JobTrail(Time));
        Content = new PageContent(Core, Figures, Prometheus, Trail) { Verbs = new JobVerbs(Core, Watch, Figures, NullLogger.Instance).Rows };
    }

    public TempFolder Folder { get; } = MemoryFolder.Make();

    public FakeTime Time { get; } = new();

    public CredentialVault Vault { get; }

    public ServiceCore Core { get; }

    public JobFileWatch Watch { get; }

    public LiveFigures Live { get; }

    public FiguresReader Figures { get; }

    public ServiceMeter Meter { get; }

    public PrometheusText Prometheus { get; }

    public JobTrail Trail { get; }

    /// <summary>The content of a page with the verbs of jobs.</summary>
    public PageContent Content { get; }

    /// <summary>A core with its jobs; see <see cref="StartAsync"/>.</summary>
    public static async Task<FiguresFixture> StartedAsync(string objective = "10m")
    {
        var fixture = new FiguresFixture();
        await fixture.StartAsync(objective);
        return fixture;
    }

    public Task<ServiceFigures> ReadAsync() => Figures.ReadAsync(None).SoonAsync();

    /// <summary>
    /// Starts two jobs, of which the second is disabled. The first polls every minute of the hour of the fixture's clock. Quartz uses the
    /// system clock, so it starts nothing.
    /// </summary>
    public async Task StartAsync(string objective = "10m")
    {
        await File.WriteAllBytesAsync(Folder.File("jobs.json"), Encoding.UTF8.GetBytes($$"""
            {
              "servers": { "svalbard": { "address": "ftp://127.0.0.1:1", "sessions": 6 } }, "least_free_space": "0",
              "jobs": {
                "passes": { "server": "svalbard", "folders": [ "/pub" ], "target": "{{Folder.File("in").Replace("\\", "\\\\")}}", "schedule": { "cron": "0 * 3 2 1 ?" }, "objective": "{{objective}}" },
                "orbits": { "server": "svalbard", "folders": [ "/orbits" ], "target": "{{Folder.File("orbits").Replace("\\", "\\\\")}}", "enabled": false }
              }
            }
            """));
        Assert.Empty((await Watch.ReloadAsync(None).SoonAsync()).Problems);
        Core.Runner!.Pause();
        // The server's worker had started and would take the first file that a test adds. After it has found none, it waits five seconds.
        // So does the runner, which looks for servers of dead nodes.
        await Time.UntilDueInAsync(TimeSpan.FromSeconds(5), 2).SoonAsync();
    }

    /// <summary>Enables the second job. Its schedule is for a day other than that of the system clock.</summary>
    public async Task AddOrbitsAsync()
    {
        var path = Folder.File("jobs.json");
        await File.WriteAllTextAsync(path, (await File.ReadAllTextAsync(path)).Replace("\"enabled\": false", "\"schedule\": { \"cron\": \"0 * * 2 1 ?\" }", StringComparison.Ordinal));
        Assert.Empty((await Watch.ReloadAsync(None).SoonAsync()).Problems);
    }

    /// <summary>Gives the first job the key <c>expect</c>, and other keys.</summary>
    public async Task ExpectAsync(string expect, string more = "")
    {
        var path = Folder.File("jobs.json");
        await File.WriteAllTextAsync(path, (await File.ReadAllTextAsync(path)).Replace("\"objective\": \"10m\"", $"\"objective\": \"10m\", {more} \"expect\": {expect}", StringComparison.Ordinal));
        Assert.Empty((await Watch.ReloadAsync(None).SoonAsync()).Problems);
    }

    /// <summary>Removes the key <c>expect</c> that <see cref="ExpectAsync"/> gave the first job.</summary>
    public async Task ExpectNothingAsync(string expect)
    {
        var path = Folder.File("jobs.json");
        await File.WriteAllTextAsync(path, (await File.ReadAllTextAsync(path)).Replace($",  \"expect\": {expect}", "", StringComparison.Ordinal));
        Assert.Empty((await Watch.ReloadAsync(None).SoonAsync()).Problems);
    }

    /// <summary>Reports a complete poll as events do.</summary>
    public void Polled(bool isComplete = true)
    {
        var problem = isComplete ? null : new Engine.Transfers.TransferException(Engine.Transfers.FailureKind.Network, "No route.", null);
        Core.Events.Report(new JobEvent.Polled(new Jobs.Polling.PollReport("passes", Time.GetUtcNow(), Time.GetUtcNow(), [new("/pub", null, problem)])));
    }

    public async Task SeeAsync(string name, FileState state = FileState.Discovered, long size = 10, string? modified = null)
    {
        var folder = await Core.Ledger!.Folders.OpenAsync("passes", "svalbard", "/pub", Folder.File("in"), None);
        var file = new KnownFile { Name = name, Size = size, Time = modified, State = state, Polls = 1, FirstSeen = Time.GetUtcNow(), Since = Time.GetUtcNow() };
        await Core.Ledger.Folders.ApplyAsync(folder.Id, [new FileChange(null, file, 100, 0)], None);
    }

    public async Task<Claim> ClaimAsync(string name, long size = 10, string? modified = null)
    {
        await SeeAsync(name, FileState.Queued, size, modified);
        return Assert.Single(await Core.Ledger!.Claims.ClaimAsync("svalbard", ["passes"], [], 1, Owner, TimeSpan.FromHours(1), None));
    }

    /// <summary>Delivers a file that took this long from its first sighting to its delivery.</summary>
    public async Task DeliverAsync(string name, TimeSpan took, long size = 10, string? modified = null)
    {
        var claim = await ClaimAsync(name, size, modified);
        Time.Advance(took);
        var path = Folder.File(Guid.NewGuid().ToString("N"));
        Assert.Equal(VerifiedResult.Recorded, await Core.Ledger!.Claims.VerifiedAsync(claim, new VerifiedFile(path, path + ".part", size, modified, null, null, name), None));
        Assert.True(await Core.Ledger.Claims.PublishedAsync(claim, new Publication(Time.GetUtcNow(), size), [], None));
        Core.Events.Report(new JobEvent.Delivered(claim, path, size, took, "complete; size matches (no checksum available)"));
    }

    /// <summary>Queues a file that leaves the archive before it is delivered.</summary>
    public async Task LoseAsync(string name)
    {
        await SeeAsync(name, FileState.Queued);
        var folder = await Core.Ledger!.Folders.OpenAsync("passes", "svalbard", "/pub", Folder.File("in"), None);
        await foreach (var file in Core.Ledger.Folders.ReadAsync(folder.Id, None))
        {
            if (file.Name == name) await Core.Ledger.Folders.ApplyAsync(folder.Id, [new FileChange(file, file with { State = FileState.Vanished }, 0, 0)], None);
        }
    }

    /// <summary>Gives the only file of the ledger a time of its first sighting; no query can read <see cref="long.MaxValue"/>.</summary>
    public async Task SetFirstSeenAsync(long time)
    {
        var place = new SqliteConnectionStringBuilder { DataSource = Folder.File("ledger.db"), Pooling = false };
        await using var connection = new SqliteConnection(place.ToString());
        await connection.OpenAsync();
        await using var command = connection.CreateCommand();
        command.CommandText = $"UPDATE file SET first_seen = {time}";
        Assert.Equal(1, await command.ExecuteNonQueryAsync());
    }

    public async Task GiveUpAsync(string name, FileState state, string error, string kind) =>
        await Core.Ledger!.Claims.GiveUpAsync(await ClaimAsync(name), state, error, kind, None);

    public async ValueTask DisposeAsync()
    {
        await Core.StopAsync(TimeSpan.FromSeconds(30));
        Prometheus.Dispose();
        Meter.Dispose();
        Figures.Dispose();
        Watch.Dispose();
        Core.Dispose();
        Vault.Dispose();
        Folder.Dispose();
    }
}
