using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using Accelerator.Jobs.Tests.Ledger;

namespace Accelerator.Jobs.Tests.Delivering;

/// <summary>How a scheduler handles the work that its strategy finds.</summary>
public sealed class DeliverySchedulerTests : LedgerContract
{
    private readonly ConcurrentQueue<JobEvent> _events = new();
    private readonly Script _script = new();

    [Fact]
    public async Task Work_that_waits_for_a_session_is_asked_for_again_before_the_usual_interval()
    {
        using var stop = new CancellationTokenSource();
        _script.Rounds.Enqueue([null]);
        var (scheduler, _) = Create();
        var run = scheduler.RunAsync(stop.Token);
        await Time.EndWaitAsync(TimeSpan.FromMilliseconds(250));
        await Time.UntilNextIsDueInAsync(TimeSpan.FromSeconds(5));
        await stop.CancelAsync();
        await run;
    }

    [Fact]
    public async Task A_defect_in_one_work_item_is_reported_and_the_others_continue()
    {
        using var stop = new CancellationTokenSource();
        var good = new EndlessWork();
        _script.Rounds.Enqueue([_ => throw new InvalidOperationException("It is wrong."), good.RunAsync]);
        var (scheduler, _) = Create();
        var run = scheduler.RunAsync(stop.Token);
        await good.Begun;
        await stop.CancelAsync();
        await run;
        var incident = Assert.IsType<JobEvent.Incident>(Assert.Single(_events));
        Assert.Equal("server svalbard", incident.About);
        Assert.StartsWith("A defect in ftpxd stopped its deliveries; they are restarted. ", incident.Message, StringComparison.Ordinal);
    }

    [Fact]
    public async Task Runs_that_are_ended_are_cancelled_and_later_ones_are_not()
    {
        using var stop = new CancellationTokenSource();
        var (first, second) = (new EndlessWork(), new EndlessWork());
        _script.Rounds.Enqueue([first.RunAsync]);
        var (scheduler, server) = Create();
        var run = scheduler.RunAsync(stop.Token);
        await first.Begun;
        scheduler.EndRuns();
        await first.Ended;

        _script.Rounds.Enqueue([second.RunAsync]);
        server.Wake.Set();
        await second.Begun;
        Assert.False(second.Ended.IsCompleted);
        Assert.False(run.IsCompleted);
        await stop.CancelAsync();
        await run;
        Assert.True(second.Ended.IsCompleted);
        Assert.Empty(_events);
    }

    protected override Task<LedgerPlace> CreateAsync() => Task.FromResult<LedgerPlace>(new SqlitePlace());

    private (DeliveryScheduler Scheduler, ServerContext Server) Create()
    {
        var tools = new JobTools
        {
            Ledger = Ledger,
            Node = "n1",
            Incarnation = "a",
            Login = (_, _) => Task.FromResult(FtpCredential.Anonymous),
            Events = new DirectProgress<JobEvent>(_events.Enqueue),
            Time = Time,
        };
        var definition = new ServerDefinition(Server, new FtpEndpoint("10.20.0.5", 21, FtpSecurity.None), null, null, 8, []);
        var server = new ServerContext(definition, tools, new NodeSeat(tools, () => "", () => 0), () => false, _ => null);
        return (new DeliveryScheduler(server, _script, tools), server);
    }

    private sealed class EndlessWork
    {
        private readonly TaskCompletionSource _begun = new(TaskCreationOptions.RunContinuationsAsynchronously);
        private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

        public Task Begun => _begun.Task;

        public Task Ended => _ended.Task;

        public async Task RunAsync(CancellationToken cancellationToken)
        {
            using var ending = cancellationToken.Register(_ended.SetResult);
            _begun.SetResult();
            await _ended.Task;
        }
    }

    private sealed class Script : IDeliveryStrategy
    {
        public ConcurrentQueue<DeliveryWork?[]> Rounds { get; } = new();

        public JobKind Kind => JobKind.Pull;

        public HeldClaims Held { get; } = new();

        public bool Follow(IReadOnlyList<JobDefinition> jobs, long leastFreeSpace) => false;

        public async IAsyncEnumerable<DeliveryWork?> FindAsync([EnumeratorCancellation] CancellationToken cancellationToken)
        {
            await Task.Yield();
            if (!Rounds.TryDequeue(out var round)) yield break;
            foreach (var work in round) yield return work;
        }
    }
}
