using Accelerator.Jobs.Definitions;
using Accelerator.Service.Core;
using Accelerator.Service.Hosting;

namespace Accelerator.Soak.Tests.Days;

/// <summary>A server, and the service's work in this process, both on a clock that the test advances.</summary>
internal sealed class DayFixture : ServiceFixture
{
    public const string Disk = "50MiB";
    public const string MoreThanAnyDisk = "900TiB";

    private readonly CrashLedger _ledger;
    private readonly RunLog _log;
    private readonly ClosedPort _port;
    private readonly TimeProvider _time;
    private CredentialVault? _vault;
    private Housekeeping? _housekeeping;

    /// <param name="root">Empty; everything lies there.</param>
    /// <param name="log">What happens.</param>
    /// <param name="length">Simulated time.</param>
    public DayFixture(string root, CrashLedger ledger, RunLog log, TimeSpan length) : this(root, ledger, log, length, new ClosedPort())
    {
    }

    private DayFixture(string root, CrashLedger ledger, RunLog log, TimeSpan length, ClosedPort port) : base(root, Start(port.Number))
    {
        (_ledger, _log, _port, _time) = (ledger, log, port, new CreepingTime(Clock));
        var days = Enumerable.Range(0, (int)length.TotalDays + 3).Select(day => Clock.GetUtcNow().UtcDateTime.AddDays(day)).Select(day => $"archive/{day:yyyy}/{day.DayOfYear:000}");
        Watch(days.Append("orbits"));
    }

    public FakeTime Clock { get; } = new();

    public string Manifest => Path.Combine(Path.GetDirectoryName(Data)!, "manifest.jsonl");

    public ServiceCore? Core { get; private set; }

    /// <summary>Lines that the service has logged.</summary>
    public int LogLines { get; private set; }

    public async Task StartServiceAsync()
    {
        if (_vault is null) await _ledger.PrepareAsync(Data, _vault = new CredentialVault(Data, _time));
        Core = new ServiceCore(Data, _vault, _time, new LineLogger(line =>
        {
            LogLines++;
            _log.Write($"{Clock.GetUtcNow():MM-dd HH:mm:ss} {line}");
        }));
        _housekeeping = new Housekeeping(Core, _time);
        await _housekeeping.StartAsync(CancellationToken.None);
        await Core.ApplyAsync(Jobs(Disk), CancellationToken.None);
    }

    public async Task StopServiceAsync()
    {
        if (Core is null) return;
        await _housekeeping!.StopAsync(CancellationToken.None);
        _housekeeping.Dispose();
        await Core.StopAsync(TimeSpan.FromDays(1));
        Core.Dispose();
        Core = null;
    }

    /// <summary>Changes the amount of disk that must stay free.</summary>
    public Task KeepFreeAsync(string least) => Core!.ApplyAsync(Jobs(least), CancellationToken.None);

    public async Task StopServerAsync() => await Server.DisposeAsync();

    /// <summary>Restarts the server at the same port.</summary>
    public void StartServer()
    {
        Server = Start(Server.EndPoint.Port);
        Store.MoveTo(Server.Files);
    }

    public JobFile Jobs(string leastFree)
    {
        string Of(string path) => JsonSerializer.Serialize(path);
        var reading = JobFileReader.Read(Encoding.UTF8.GetBytes($$"""
            {
              "servers": { "station": { "address": "ftp://pull@{{Server.EndPoint}}", "sessions": 4 } },
              "ledger": {{_ledger.Json[..^2]}}, "keep": "12h" },
              "least_free_space": "{{leastFree}}",
              "jobs": {
                "passes": {
                  "server": "station", "folders": [ "/archive/{yyyy}/{DDD}" ], "look_back": "6h", "target": {{Of(Path.Combine(Target, "archive/{yyyy}/{DDD}"))}}, "manifest": {{Of(Manifest)}},
                  "schedule": { "every": "2m" }, "complete": { "looks": 2, "stable_for": "90s" }
                },
                "orbits": { "server": "station", "folders": [ "/orbits" ], "look_back": "6h", "order": "first_seen", "target": {{Of(Path.Combine(Target, "orbits"))}}, "manifest": {{Of(Manifest)}}, "schedule": { "every": "5m" } }
              }
            }
            """), _ => { });
        return reading.File ?? throw new InvalidOperationException(string.Join(" ", reading.Problems));
    }

    public override async ValueTask DisposeAsync()
    {
        await StopServiceAsync();
        await base.DisposeAsync();
        _vault?.Dispose();
        _port.Dispose();
    }

    // Not a port that the system may assign to another process: the server returns to it after an outage.
    private static LoopbackServer Start(int port)
    {
        var server = LoopbackServer.Start(new LoopbackOptions { Port = port, KeepTrace = false });
        server.Files.AddDirectory("/orbits");
        return server;
    }
}
