using Accelerator.Jobs.Control;
using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Service.Alerts;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Accelerator.Soak.Tests.Days;

namespace Accelerator.Soak.Tests.Constellation;

/// <summary>Servers, and in this process the service with its figures and alerts, all on a clock that the run advances.</summary>
internal sealed class ConstellationFixture : IAsyncDisposable, IAlertChannel
{
    private const string Disk = "50MiB", MoreThanAnyDisk = "900TiB";

    private static readonly TimeSpan PollEvery = TimeSpan.FromMinutes(5);

    private readonly string _root;
    private readonly RunLog _log;
    private readonly ConstellationPlan _plan;
    private readonly TimeProvider _time;
    private readonly List<LoopbackServer> _servers;
    private readonly CredentialVault _vault;
    private JobFileWatch? _watch;
    private long _told;

    public ConstellationFixture(string root, RunLog log, Func<DateTimeOffset, ConstellationPlan> plan)
    {
        (_root, _log) = (root, log);
        _time = new CreepingTime(Clock);
        Data = Path.Combine(root, "data");
        PrivateFolder.Make(Data, account: null);
        var now = Clock.GetUtcNow();
        // On a slot.
        Clock.Advance(new DateTimeOffset(now.Year, now.Month, now.Day, now.Hour + 1, 0, 0, TimeSpan.Zero) - now);
        _plan = plan(Clock.GetUtcNow());
        _vault = new CredentialVault(Data, _time);
        _servers = [.. Enumerable.Range(0, _plan.Servers).Select(_ => LoopbackServer.Start(new LoopbackOptions { KeepTrace = false }))];
        for (var job = 0; job < _plan.Jobs; job++)
        {
            for (var day = _plan.Begin; day < _plan.End.AddDays(2); day = day.AddDays(1)) TreeOf(job).AddDirectory(ConstellationPlan.FolderOf(job, day));
        }
    }

    public FakeTime Clock { get; } = new();

    public string Data { get; }

    public ServiceCore? Core { get; private set; }

    public FiguresReader Figures { get; private set; } = null!;

    /// <summary>The messages of the alerts, with their times.</summary>
    public List<(DateTimeOffset At, AlertNews News)> Sent { get; } = [];

    /// <summary>Whether the service has started since this was set to false.</summary>
    public bool IsNew { get; set; }

    /// <summary>Something that changes whenever the service does something.</summary>
    public (long Told, long Sent) Signs => (Interlocked.Read(ref _told), _servers.Sum(server => server.Log.BytesSent));

    string IAlertChannel.Name => "the operators";

    public LoopbackTree TreeOf(int job) => _servers[job % _plan.Servers].Files;

    public string TargetOf(PlannedFile file) => Path.Combine(_root, "in" + file.Path);

    public async Task StartServiceAsync()
    {
        Core = new ServiceCore(Data, _vault, _time, new LineLogger(line =>
        {
            Interlocked.Increment(ref _told);
            if (!line.Contains("delivered,", StringComparison.Ordinal)) _log.Write($"{Clock.GetUtcNow():MM-dd HH:mm:ss} {line}");
        }));
        var live = new LiveFigures(_time);
        Core.Events.Add(live);
        Core.Events.Add(new DirectProgress<JobEvent>(Hear));
        _watch = new JobFileWatch(Path.Combine(Data, "jobs.json"), (_, _) => Task.CompletedTask, _time, new LineLogger(_ => { }));
        Figures = new FiguresReader(Core, _watch, live, _time, _time.GetUtcNow());
        await Core.ApplyAsync(File(Disk), CancellationToken.None);
        IsNew = true;
    }

    public async Task StopServiceAsync()
    {
        if (Core is null) return;
        await Core.StopAsync(TimeSpan.FromDays(1));
        Core.Dispose();
        Figures.Dispose();
        _watch!.Dispose();
        Core = null;
    }

    public Task FillDiskAsync(bool isFull) => Core?.ApplyAsync(File(isFull ? MoreThanAnyDisk : Disk), CancellationToken.None) ?? Task.CompletedTask;

    /// <summary>Makes a server reset every connection, those that are open too.</summary>
    public void StopServer(int server)
    {
        _servers[server].Inject(Fault.OnConnection().Reset());
        _servers[server].CloseDataConnections(CloseKind.Reset);
        _servers[server].CloseControlConnections(CloseKind.Reset);
    }

    public void StartServer(int server) => _servers[server].ClearFaults();

    public Task SendAsync(AlertNews news, CancellationToken cancellationToken)
    {
        Sent.Add((Clock.GetUtcNow(), news));
        _log.Write($"{Clock.GetUtcNow():MM-dd HH:mm:ss} ALERT {AlertText.Subject(news, "node")}\n{AlertText.Body(news, "node")}");
        return Task.CompletedTask;
    }

    public async ValueTask DisposeAsync()
    {
        await StopServiceAsync();
        foreach (var server in _servers) await server.DisposeAsync();
        _vault.Dispose();
    }

    private JobFile File(string leastFree)
    {
        var servers = _servers.Select((server, i) => $"\"s{i}\": {{ \"address\": \"ftp://{server.EndPoint}\", \"sessions\": 4 }}");
        var jobs = Enumerable.Range(0, _plan.Jobs).Select(job => $$"""
            "job{{job:00}}": {
              "server": "s{{job % _plan.Servers}}", "folders": [ "/job{{job:00}}/{yyyy}/{DDD}" ], "look_back": "6h", "missing_folders": "allow",
              "target": {{JsonSerializer.Serialize(Path.Combine(_root, $"in/job{job:00}/{{yyyy}}/{{DDD}}"))}}, "schedule": { "every": "{{PollEvery.TotalMinutes}}m" },
              "complete": { "looks": 1, "stable_for": "0s" }, "objective": "1h",
              "expect": { "every": "10m", "per_slot": {{ConstellationPlan.Channels}}, "pattern": "IMG_{yyyy}{MM}{dd}{HH}{mm}_ch{channel}.nc", "late_after": "{{ConstellationPlan.LateAfter.TotalMinutes}}m" }
            }
            """);
        var reading = JobFileReader.Read(Encoding.UTF8.GetBytes($$"""
            { "servers": { {{string.Join(", ", servers)}} }, "least_free_space": "{{leastFree}}", "jobs": { {{string.Join(", ", jobs)}} } }
            """), _ => { });
        return reading.File ?? throw new InvalidOperationException(string.Join(" ", reading.Problems));
    }

    private void Hear(JobEvent value) => Interlocked.Increment(ref _told);
}
