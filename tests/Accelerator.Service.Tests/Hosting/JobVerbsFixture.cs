using Accelerator.Loopback;
using Accelerator.Service.Tests.Core;

namespace Accelerator.Service.Tests.Hosting;

/// <summary>A server with files, the service's core over a ledger in SQLite, and the channel for the job commands.</summary>
internal sealed class JobVerbsFixture : IAsyncDisposable
{
    private readonly TempFolder _folder = MemoryFolder.Make();
    private readonly CredentialVault _vault;
    private readonly HeardLog _log = new();
    private CancellationTokenSource _stop = new();
    private ControlServer? _control;
    private JobFileWatch? _watch;
    private FiguresReader? _figures;
    private Task _run = Task.CompletedTask;

    public JobVerbsFixture() => _vault = new CredentialVault(_folder.Path, TimeProvider.System);

    public LoopbackServer Server { get; } = LoopbackServer.Start();

    public ServiceCore Core { get; private set; } = null!;

    /// <summary>The jobs of the job file, as an operator writes them.</summary>
    public string Jobs { get; set; } = """ "passes": { "complete": { "looks": 1, "stable_for": "0s" }, KEYS } """;

    /// <summary>Further entries of the job file, for example another server at the port.</summary>
    public string Servers { get; set; } = "";

    public string Target(string name) => _folder.File(Path.Combine("in", name));

    /// <summary>Starts a service whose server has these files of 1000 bytes.</summary>
    public static async Task<JobVerbsFixture> StartedAsync(params string[] files)
    {
        var fixture = new JobVerbsFixture();
        foreach (var file in files) fixture.Server.Files.AddSynthetic(file, 1000);
        await fixture.StartAsync();
        return fixture;
    }

    /// <summary>Starts the service, also again after a stop.</summary>
    public async Task StartAsync(bool hasJobs = true)
    {
        _stop = new CancellationTokenSource();
        Core = new ServiceCore(_folder.Path, _vault, TimeProvider.System, _log);
        _watch = new JobFileWatch(_folder.File("jobs.json"), (_, _) => Task.CompletedTask, TimeProvider.System, _log);
        _figures = new FiguresReader(Core, _watch, new LiveFigures(TimeProvider.System), TimeProvider.System, TimeProvider.System.GetUtcNow());
        _control = ControlServer.Open(_folder.Path, [.. new JobVerbs(Core, _watch, _figures, _log) { NotifyEvery = TimeSpan.FromMilliseconds(20) }.Rows, .. new PathVerbs(Core, TimeProvider.System).Rows], TimeProvider.System, _log);
        _run = _control.RunAsync(_stop.Token);
        if (hasJobs) await Core.ApplyAsync(File(), CancellationToken.None);
    }

    /// <summary>Writes the job file and has the service read it.</summary>
    public async Task WriteJobFileAsync(string text)
    {
        await System.IO.File.WriteAllTextAsync(_folder.File("jobs.json"), text);
        await _watch!.ReloadAsync(CancellationToken.None);
    }

    public async Task StopAsync()
    {
        if (_control is null) return;
        await _stop.CancelAsync();
        await _run.SoonAsync();
        await _control.DisposeAsync();
        _figures!.Dispose();
        _watch!.Dispose();
        await Core.StopAsync(ScriptedServer.Patience);
        Core.Dispose();
        _stop.Dispose();
        _control = null;
    }

    /// <summary>Sends a request and returns this member of the lines that have it.</summary>
    public async Task<IReadOnlyList<JsonElement>> AskAsync(string verb, string member, params (string Name, string Value)[] arguments)
    {
        var lines = new List<JsonElement>();
        await AskAsync(verb, lines.Add, CancellationToken.None, arguments).SoonAsync();
        return [.. lines.Where(line => line.TryGetProperty(member, out _)).Select(line => line.GetProperty(member))];
    }

    public Task AskAsync(string verb, Action<JsonElement> onLine, CancellationToken cancellationToken, params (string Name, string Value)[] arguments) =>
        new ControlClient(_folder.Path, TimeProvider.System).AskAsync(verb, arguments.ToDictionary(one => one.Name, one => one.Value), onLine, cancellationToken);

    /// <summary>Returns the kind and the sentence of a refusal.</summary>
    public async Task<(ControlFailure Kind, string Message)> RefusedAsync(string verb, params (string Name, string Value)[] arguments)
    {
        var refusal = await Assert.ThrowsAsync<ControlException>(() => AskAsync(verb, "", arguments));
        return (refusal.Kind, refusal.Message);
    }

    /// <summary>Waits until an event has been logged the given number of times.</summary>
    public Task HeardAsync(int eventId, int count = 1) => _log.HeardAsync(eventId, count);

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        await Server.DisposeAsync();
        _vault.Dispose();
        _log.Dispose();
        _folder.Dispose();
    }

    private JobFile File()
    {
        var keys = $""" "server": "svalbard", "folders": [ "/pub" ], "enabled": false, "target": {JsonSerializer.Serialize(_folder.File("in"))} """;
        var json = $$"""{ "servers": { "svalbard": { "address": "ftp://127.0.0.1:{{Server.EndPoint.Port}}" }{{Servers}} }, "least_free_space": "0", "jobs": { {{Jobs.Replace("KEYS", keys, StringComparison.Ordinal)}} } }""";
        var reading = JobFileReader.Read(Encoding.UTF8.GetBytes(json), Quartz.CronExpression.ValidateExpression);
        Assert.Empty(reading.Problems);
        return reading.File!;
    }
}
