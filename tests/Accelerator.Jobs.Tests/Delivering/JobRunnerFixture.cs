using System.Collections.Concurrent;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>A server, a ledger in SQLite, a job file as an operator writes it, and the service's runner between them.</summary>
internal sealed class JobRunnerFixture : IAsyncDisposable
{
    private readonly ConcurrentQueue<JobEvent> _events = [];
    private readonly SemaphoreSlim _changed = new(0);
    private readonly ClosedPort _port = new();
    private JobRunner? _runner;
    private int _starts;

    public JobRunnerFixture(LoopbackOptions? options = null) => Server = LoopbackServer.Start((options ?? new LoopbackOptions()) with { Port = _port.Number });

    public LoopbackServer Server { get; private set; }

    public TempFolder Folder { get; } = MemoryFolder.Make();

    /// <summary>The clock of everything but leases.</summary>
    public TimeProvider Time { get; init; } = TimeProvider.System;

    public JobLedger Ledger { get; private set; } = null!;

    public JobRunner Runner => _runner!;

    public IReadOnlyCollection<JobEvent> Events => _events;

    public string JobName { get; set; } = "passes";

    public string ServerName { get; set; } = "svalbard";

    /// <summary>The folder on the server that the job polls.</summary>
    public string Folders { get; set; } = "/pub";

    /// <summary>
    /// The keys of the job besides the folders and the target. A file is complete at its first poll unless these keys specify otherwise.
    /// </summary>
    public string Job { get; set; } = """ "complete": { "looks": 1, "stable_for": "0s" } """;

    public string ServerKeys { get; set; } = """ "sessions": 4 """;

    /// <summary>Further servers of the job file, each preceded by a comma.</summary>
    public string OtherServers { get; set; } = "";

    public Func<IReadOnlyList<LocalInterface>> Interfaces { get; set; } = LocalInterface.All;

    /// <summary>A callback for each event before it is stored; its exceptions surface where the work is done.</summary>
    public Action<JobEvent> Heard { get; set; } = _ => { };

    /// <summary>The free space on the disk of a folder; null for the value of the operating system.</summary>
    public Func<string, VolumeSpace>? Space { get; set; }

    /// <summary>Further jobs of the job file, each preceded by a comma; <c>TEMP</c> stands for the folder.</summary>
    public string OtherJobs { get; set; } = "";

    public LeaseTimes Leases { get; set; } = LeaseTimes.Default;

    public string Target(string name) => Folder.File(Path.Combine("in", name));

    /// <summary>Starts the runner as a service's start does; a second call is another incarnation over the same ledger.</summary>
    public async Task StartAsync()
    {
        await StopAsync();
        Ledger = await JobLedger.OpenAsync(new SqliteDatabase(Folder.File("ledger.db")), Time, CancellationToken.None);
        var tools = new JobTools
        {
            Ledger = Ledger,
            Node = "node",
            Incarnation = $"{++_starts}",
            Login = (_, _) => Task.FromResult(FtpCredential.Anonymous),
            Events = new DirectProgress<JobEvent>(Hear),
            Leases = Leases,
            Time = Time,
            Interfaces = () => Interfaces(),
            Space = Space ?? VolumeSpace.Of,
        };
        _runner = await JobRunner.StartAsync(tools, File(), CancellationToken.None);
    }

    public async Task StopAsync()
    {
        if (_runner is not null) await _runner.DisposeAsync();
        if (Ledger is not null) await Ledger.DisposeAsync();
        _runner = null;
    }

    /// <summary>Reads the current job file.</summary>
    public JobFile File()
    {
        var json = $$"""
            {
              "servers": { "{{ServerName}}": { "address": "ftp://127.0.0.1:{{Server.EndPoint.Port}}", {{ServerKeys}} }{{OtherServers}} },
              "least_free_space": "0",
              "jobs": { "{{JobName}}": { "server": "{{ServerName}}", "folders": [ "{{Folders}}" ], "target": "{{Folder.File("in")}}", {{Job}} }{{OtherJobs.Replace("TEMP", Folder.Path)}} }
            }
            """;
        var reading = JobFileReader.Read(Encoding.UTF8.GetBytes(json), _ => { });
        Assert.Empty(reading.Problems);
        return reading.File!;
    }

    public async Task<PollReport> PollAsync() => (await Runner.PollAsync(JobName, isDry: false, CancellationToken.None).SoonAsync())!;

    /// <summary>
    /// Pauses the runner, and polls. A claim in progress at the pause could take a file that is queued afterwards; it has ended when the
    /// poll has written to the ledger.
    /// </summary>
    public async Task PauseAsync()
    {
        Runner.Pause();
        await PollAsync();
    }

    /// <summary>Waits until events of a type have occurred the given number of times.</summary>
    public async Task<IReadOnlyList<T>> WaitAsync<T>(int count = 1)
        where T : JobEvent
    {
        // One deadline for all events: a transfer that hangs reports its progress for ever.
        using var deadline = new CancellationTokenSource(ScriptedServer.Patience * 2);
        while (true)
        {
            var found = _events.OfType<T>().ToList();
            if (found.Count >= count) return found;
            try
            {
                await _changed.WaitAsync(deadline.Token);
            }
            catch (OperationCanceledException)
            {
                Assert.Fail($"{count} × {typeof(T).Name} should have come, and {found.Count} have. {Story()}");
            }
        }
    }

    /// <summary>Polls, and waits until this number of files has been delivered since the fixture was created.</summary>
    public async Task DeliverAsync(int count = 1)
    {
        await PollAsync();
        await WaitAsync<JobEvent.Delivered>(count);
    }

    /// <summary>Advances the fake clock until a task has ended.</summary>
    /// <param name="task">The task.</param>
    /// <param name="pace">Milliseconds of real time per simulated second: more if a transfer must not run into its timeouts.</param>
    public async Task<T> HurryAsync<T>(Task<T> task, int pace = 1)
    {
        while (!task.IsCompleted)
        {
            ((FakeTime)Time).Advance(TimeSpan.FromSeconds(1));
            for (var i = 0; i < pace; i++) await Task.Delay(1);
        }
        return await task;
    }

    public async Task AssertDeliveredAsync(string name)
    {
        Assert.Null(await Server.Files[$"/pub/{name}"].Content.FirstDifferenceAsync(Target(name), CancellationToken.None));
        Assert.False(System.IO.File.Exists(Target(name) + ".part"));
    }

    public async Task<IReadOnlyList<Delivery>> HistoryAsync() => await Ledger.Report.HistoryAsync(null, null, 10_000, CancellationToken.None);

    public async Task<IReadOnlyDictionary<FileState, long>> CountsAsync() => (await Ledger.Report.CountsAsync(CancellationToken.None)).ToDictionary(count => count.State, count => count.Files);

    /// <summary>Stops the server and starts it again at the same port.</summary>
    public async Task RestartServerAsync(Func<Task> meanwhile, Action<LoopbackTree> fill)
    {
        var port = Server.EndPoint.Port;
        await Server.DisposeAsync();
        await meanwhile();
        Server = LoopbackServer.Start(new LoopbackOptions { Port = port });
        fill(Server.Files);
    }

    public string Story() => string.Join(Environment.NewLine, _events.Where(one => one is not JobEvent.Progress));

    public async ValueTask DisposeAsync()
    {
        await StopAsync();
        await Server.DisposeAsync();
        _port.Dispose();
        Folder.Dispose();
        _changed.Dispose();
    }

    private void Hear(JobEvent value)
    {
        Heard(value);
        _events.Enqueue(value);
        _changed.Release();
    }
}
