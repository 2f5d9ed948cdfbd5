using Accelerator.Jobs.Control;
using Accelerator.Service.Alerts;

namespace Accelerator.Soak.Tests.Constellation;

/// <summary>Servers in this process, and the node that runs the service in another, on a clock that the run advances.</summary>
internal sealed class ConstellationFixture : IAsyncDisposable
{
    private const string Disk = "50MiB", MoreThanAnyDisk = "900TiB";

    // The simulated clock stands still while anything moves. A thread of the node's pool that blocks for good, as that of its schedules,
    // is known by the real time without any other sign of activity.
    private const int LooksThatAreAlike = 3;
    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(80);

    private readonly string _root;
    private readonly RunLog _log;
    private readonly ConstellationPlan _plan;
    private readonly List<LoopbackServer> _servers;
    private NodeProcess? _node;
    private int _nodes;
    private readonly ManualResetEventSlim _never = new();
    private long _blocked;

    public ConstellationFixture(string root, RunLog log, DateTimeOffset begin, ConstellationPlan plan)
    {
        (_root, _log, Now, _plan) = (root, log, begin, plan);
        Data = Path.Combine(root, "data");
        PrivateFolder.Make(Data, account: null);
        _servers = [.. Enumerable.Range(0, _plan.Servers).Select(_ => LoopbackServer.Start(new LoopbackOptions { KeepTrace = false }))];
        for (var job = 0; job < _plan.Jobs; job++)
        {
            for (var day = _plan.Begin; day < _plan.End.AddDays(2); day = day.AddDays(1)) TreeOf(job).AddDirectory(ConstellationPlan.FolderOf(job, day));
        }
    }

    /// <summary>The time of the simulated clock.</summary>
    public DateTimeOffset Now { get; private set; }

    public string Data { get; }

    /// <summary>The messages of the alerts, with their times.</summary>
    public List<(DateTimeOffset At, AlertNews News)> Sent { get; } = [];

    /// <summary>The node that runs.</summary>
    public NodeProcess Node => _node!;

    /// <summary>The most bytes that a node had resident.</summary>
    public long Peak { get; private set; }

    public LoopbackTree TreeOf(int job) => _servers[job % _plan.Servers].Files;

    public string TargetOf(PlannedFile file) => Path.Combine(_root, "in" + file.Path);

    /// <summary>Starts another node over the same ledger.</summary>
    public void StartNode()
    {
        if (_nodes == 0) WriteJobs(Disk);
        _node = new NodeProcess(Data, $"node-{++_nodes}", Now, _log.Folder + ".node.log");
        Node.Ask("apply");
    }

    /// <summary>Sends SIGKILL to the node.</summary>
    public void KillNode()
    {
        Measure();
        Node.Dispose();
        _node = null;
    }

    /// <summary>Notes the node's memory.</summary>
    public void Measure() => Peak = Math.Max(Peak, Node.Peak);

    public void AdvanceTo(DateTimeOffset time)
    {
        Now = time;
        Node.Ask($"time {time.UtcTicks}");
    }

    public void FillDisk(bool isFull)
    {
        WriteJobs(isFull ? MoreThanAnyDisk : Disk);
        Node.Ask("apply");
    }

    /// <summary>Makes a server reset every connection, those that are open too.</summary>
    public void StopServer(int server)
    {
        _servers[server].Inject(Fault.OnConnection().Reset());
        _servers[server].CloseDataConnections(CloseKind.Reset);
        _servers[server].CloseControlConnections(CloseKind.Reset);
    }

    public void StartServer(int server) => _servers[server].ClearFaults();

    /// <summary>Waits until neither the node nor a server does anything that does not wait for the clock.</summary>
    /// <param name="isEnough">Called at each look: whether to return at once.</param>
    /// <returns>The last look.</returns>
    public NodeLook Settle(Func<NodeLook, bool> isEnough)
    {
        (long, long, long) last = default;
        var (alike, since) = (0, Stopwatch.GetTimestamp());
        while (true)
        {
            var look = Node.Look();
            if (isEnough(look)) return look;
            var own = PoolActivity.Read();
            var signs = (look.Pool.Done, look.Reports, own.Done);
            if (signs != last) (last, alike, since) = (signs, 0, Stopwatch.GetTimestamp());
            else if (look.Pool.Busy <= _blocked && own.Busy <= 1 && IsIdle()) alike++;
            if (alike >= LooksThatAreAlike || (Stopwatch.GetElapsedTime(since) >= Quiet && IsIdle()))
            {
                _blocked = look.Pool.Busy;
                return look;
            }
            // An asynchronous wait would itself be work of the pool, and never settle.
            _never.Wait(1);
        }
    }

    public void Send(AlertNews news)
    {
        Sent.Add((Now, news));
        _log.Write($"{Now:MM-dd HH:mm:ss} ALERT {AlertText.Subject(news, Node.Name)}\n{AlertText.Body(news, Node.Name)}");
    }

    public async ValueTask DisposeAsync()
    {
        _node?.Dispose();
        _never.Dispose();
        foreach (var server in _servers) await server.DisposeAsync();
    }

    // The thread that runs this is one of its own process.
    private bool IsIdle() => RunnableThreads.Count(Node.Id) == 0 && RunnableThreads.Count(Environment.ProcessId) <= 1;

    private void WriteJobs(string leastFree)
    {
        var servers = _servers.Select((server, i) => $"\"s{i}\": {{ \"address\": \"ftp://{server.EndPoint}\", \"sessions\": 4 }}");
        var jobs = Enumerable.Range(0, _plan.Jobs).Select(job => $$"""
            "job{{job:00}}": {
              "server": "s{{job % _plan.Servers}}", "folders": [ "/job{{job:00}}/{yyyy}/{DDD}" ], "look_back": "6h", "missing_folders": "allow",
              "target": {{JsonSerializer.Serialize(Path.Combine(_root, $"in/job{job:00}/{{yyyy}}/{{DDD}}"))}}, "schedule": { "every": "{{ConstellationPlan.PollEvery.TotalMinutes}}m" },
              "complete": { "looks": 1, "stable_for": "0s" }, "objective": "1h",
              "expect": { "every": "10m", "per_slot": {{ConstellationPlan.Channels}}, "pattern": "IMG_{yyyy}{MM}{dd}{HH}{mm}_ch{channel}.nc", "late_after": "{{ConstellationPlan.LateAfter.TotalMinutes}}m" }
            }
            """);
        File.WriteAllText(Path.Combine(Data, NodeProgram.JobFileName), $$"""
            { "servers": { {{string.Join(", ", servers)}} }, "least_free_space": "{{leastFree}}", "jobs": { {{string.Join(", ", jobs)}} } }
            """);
    }
}
