using Accelerator.Jobs.Definitions;
using Accelerator.Jobs.Delivering;
using Accelerator.Service.Alerts;
using Accelerator.Service.Core;
using Accelerator.Service.Figures;
using Accelerator.Soak.Tests.Days;

namespace Accelerator.Soak.Tests.Constellation;

/// <summary>
/// A node in a process of its own, so that it can be killed and its memory measured: the service with its figures and alerts, on a clock
/// that standard input advances. Each line of standard input is a request, and each line of standard output its answer. The process ends
/// with its input.
/// </summary>
internal sealed class NodeProgram : IDisposable
{
    /// <summary>The name of the job file in the data folder.</summary>
    public const string JobFileName = "constellation.json";

    private const string Done = "ok";

    private readonly FakeTime _clock = new();
    private readonly string _data;
    private readonly StreamWriter _log;
    private readonly ServiceCore _core;
    private readonly FiguresReader _figures;
    private readonly AlertDispatcher _alerts;
    private readonly List<AlertNews> _news = [];
    private readonly Dictionary<string, Task> _polls = [];
    private long _reports, _begun, _ended;

    private NodeProgram(string data, string node, DateTimeOffset now, string log)
    {
        _data = data;
        _log = new StreamWriter(log, append: true) { AutoFlush = true };
        _clock.Advance(now - _clock.GetUtcNow());
        var time = new CreepingTime(_clock);
        _core = new ServiceCore(data, new CredentialVault(data, time), time, new LineLogger(Write)) { Node = node };
        var live = new LiveFigures(time);
        _core.Events.Add(live);
        _core.Events.Add(new DirectProgress<JobEvent>(Hear));
        var watch = new JobFileWatch(Path.Combine(data, JobFileName), (_, _) => Task.CompletedTask, time, new LineLogger(_ => { }));
        _figures = new FiguresReader(_core, watch, live, time, now);
        var definition = new AlertDefinition(null, null, After: TimeSpan.FromMinutes(1), Every: TimeSpan.FromMinutes(15));
        _alerts = new AlertDispatcher(() => definition, new CauseReader(_core, _figures).ReadAsync, () => _core.Ledger?.Alerts,
            one => [new AlertReceiver(new NewsList(_news), new AlertDigest(one.After, one.Every))], time, new LineLogger(Write));
    }

    /// <summary>Answers requests until there are no more.</summary>
    /// <param name="words">The data folder, the node's name, the time in ticks, and the file of its log.</param>
    /// <returns>The exit code.</returns>
    public static int Run(string[] words)
    {
        PoolActivity.AllowBlocking();
        using var node = new NodeProgram(words[0], words[1], new DateTimeOffset(long.Parse(words[2]), TimeSpan.Zero), words[3]);
        // Not a thread of the pool: it would count as busy.
        while (Console.In.ReadLine() is { } line)
            Console.Out.WriteLine(line == "look" ? node.Look().ToString() : Task.Run(() => node.AnswerAsync(line)).GetAwaiter().GetResult());
        return 0;
    }

    // Without an orderly end of the work: the process ends with it.
    public void Dispose()
    {
        _alerts.Dispose();
        _figures.Dispose();
        _core.Dispose();
        _log.Dispose();
    }

    private NodeLook Look()
    {
        var polls = _polls.Values.Count(poll => !poll.IsCompleted);
        return new NodeLook(PoolActivity.Read(), Interlocked.Read(ref _reports), polls, Interlocked.Read(ref _begun), Interlocked.Read(ref _ended));
    }

    private async Task<string> AnswerAsync(string line)
    {
        switch (line.Split(' '))
        {
            case ["time", var ticks]:
                _clock.Advance(new DateTimeOffset(long.Parse(ticks), TimeSpan.Zero) - _clock.GetUtcNow());
                return Done;
            case ["apply"]:
                await _core.ApplyAsync(Read(), CancellationToken.None);
                return Done;
            case ["poll"]:
                Poll();
                return Done;
            case ["figures"]:
                return Encoding.UTF8.GetString(await _figures.ReadJsonAsync(CancellationToken.None));
            case ["news"]:
                _news.Clear();
                await _alerts.CheckAsync(CancellationToken.None);
                return JsonSerializer.Serialize(_news);
            default:
                throw new InvalidOperationException($"There is no request {line}.");
        }
    }

    private JobFile Read()
    {
        var reading = JobFileReader.Read(File.ReadAllBytes(Path.Combine(_data, JobFileName)), _ => { });
        return reading.File ?? throw new InvalidOperationException(string.Join(" ", reading.Problems));
    }

    // As in the schedule: a job never has two polls at a time, and a poll that is due meanwhile is skipped.
    private void Poll()
    {
        foreach (var job in _core.Jobs!.Jobs)
        {
            if (_polls.GetValueOrDefault(job.Name) is { IsCompleted: false }) continue;
            _polls[job.Name] = Task.Run(() => _core.PollAsync(job.Name, CancellationToken.None));
        }
    }

    private void Hear(JobEvent value)
    {
        Interlocked.Increment(ref _reports);
        if (value is JobEvent.Begun) Interlocked.Increment(ref _begun);
        else if (value is JobEvent.Delivered or JobEvent.Refused) Interlocked.Increment(ref _ended);
    }

    private void Write(string line)
    {
        Interlocked.Increment(ref _reports);
        if (line.Contains("delivered,", StringComparison.Ordinal) || line.Contains("poll found", StringComparison.Ordinal)) return;
        lock (_log) _log.WriteLine($"{_clock.GetUtcNow():MM-dd HH:mm:ss} {line}");
    }

    private sealed class NewsList(List<AlertNews> news) : IAlertChannel
    {
        public string Name => "the operators";

        public Task SendAsync(AlertNews value, CancellationToken cancellationToken)
        {
            news.Add(value);
            return Task.CompletedTask;
        }
    }
}
