namespace Accelerator.Matrix.Tests;

/// <summary>
/// The clock of one case, shared by the command and its server. While the server is active it runs at a fixed rate. While the server is
/// idle it runs up to a hundred times faster than real time, so a time-out of a minute takes less than a second. It moves in ticks. Each
/// tick follows bytes that have gone through a socket as those of the command do: on a busy machine, where the command waits for a
/// processor, the clock waits with it.
/// </summary>
/// <param name="speed">Seconds of this clock per second of real time while the server is active.</param>
internal sealed class CaseClock(int speed) : TimeProvider, IAsyncDisposable
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(5);

    // Each quiet tick is longer than the one before it, so a command that is only slow loses little of its time. Delays and limits of a
    // case differ by more than the longest tick, so their order is kept.
    private static readonly TimeSpan FirstQuietStep = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestQuietStep = TimeSpan.FromMilliseconds(500);

    // The number of times a byte goes through the socket before each tick: about as many steps as the command needs from a range's last
    // byte to the end of its connection.
    private const int Hops = 3;

    // Ticks without any event at the server. Replies on loopback take a fraction of one tick.
    private const int Quiet = 5;

    // While streams are still missing, the data waits for them. The command opens some of them by its clock, so a little time passes while
    // the server is idle. Streams that are still missing after this time do not come.
    private static readonly TimeSpan StartStep = TimeSpan.FromMilliseconds(10);
    private const int MostStartSteps = 20;

    // Ticks after which all bytes sent have been received.
    private const int Settled = 12;

    private readonly FakeTime _clock = new();
    private readonly CancellationTokenSource _stopping = new();
    private Task _running = Task.CompletedTask;
    private LoopbackLog? _log;
    private volatile int _streams;
    private int _startSteps;
    private volatile bool _isHeld;
    private volatile int _quiet;
    private long _events;
    private long _readings;

    public override TimeZoneInfo LocalTimeZone => _clock.LocalTimeZone;

    public override long TimestampFrequency => _clock.TimestampFrequency;

    public override DateTimeOffset GetUtcNow() => _clock.GetUtcNow();

    // Each reading adds 100 ns: code that waits for less than a timer's millisecond polls the clock until the time has come.
    public override long GetTimestamp() => _clock.GetTimestamp() + Interlocked.Increment(ref _readings);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        _clock.CreateTimer(callback, state, dueTime, period);

    /// <summary>Starts the clock, at the current real time.</summary>
    /// <param name="log">The source of the server's events.</param>
    public void Start(LoopbackLog log)
    {
        _log = log;
        _clock.Advance(System.GetUtcNow() - _clock.GetUtcNow());
        _ = log.WaitForAsync(
            _ =>
            {
                Interlocked.Increment(ref _events);
                return false;
            },
            _stopping.Token);
        _running = RunAsync();
    }

    /// <summary>
    /// Lets no time pass while the server is active, until this many transfers run at once: each stream gets its share even if it starts
    /// slowly.
    /// </summary>
    public void WaitForStreams(int streams) => _streams = streams;

    /// <summary>Waits until the server has been idle for some ticks: all bytes that it sent have been received.</summary>
    public async Task SettleAsync()
    {
        while (_quiet < Settled) await Task.Delay(Tick);
    }

    /// <summary>Stops the clock. Always returns true, so that it can end a condition.</summary>
    public bool Hold()
    {
        _quiet = 0;
        return _isHeld = true;
    }

    /// <summary>Restarts the clock.</summary>
    public void Resume() => _isHeld = false;

    public async ValueTask DisposeAsync()
    {
        await _stopping.CancelAsync();
        await _running;
        _stopping.Dispose();
    }

    private async Task RunAsync()
    {
        using var timer = new PeriodicTimer(Tick);
        var (sender, receiver) = await ConnectAsync();
        using var near = sender;
        using var far = receiver;
        var (seen, one) = (0L, new byte[1]);
        try
        {
            while (await timer.WaitForNextTickAsync(_stopping.Token))
            {
                for (var hop = 0; hop < Hops; hop++)
                {
                    var arriving = far.ReceiveAsync(one, _stopping.Token);
                    await near.SendAsync(one, _stopping.Token);
                    await arriving;
                }
                var events = Interlocked.Read(ref _events);
                _quiet = events == seen ? _quiet + 1 : 0;
                seen = events;
                if (!_isHeld) Move(_quiet);
            }
        }
        catch (OperationCanceledException)
        {
            // The case is over.
        }
    }

    private static async Task<(Socket Near, Socket Far)> ConnectAsync()
    {
        using var listener = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        listener.Listen();
        var near = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        await near.ConnectAsync(listener.LocalEndPoint!);
        return (near, await listener.AcceptAsync());
    }

    private void Move(int quiet)
    {
        if (_log!.PeakTransfers < _streams)
        {
            if (quiet < Quiet) return;
            // Without a transfer there is no data to hold back: a refused login is retried later.
            if (_log.RunningTransfers > 0 && _startSteps++ < MostStartSteps)
            {
                _clock.Advance(StartStep);
                return;
            }
            if (_startSteps > MostStartSteps) _streams = 0;
        }
        var step = quiet < Quiet ? Tick * speed : FirstQuietStep * (1 + quiet - Quiet);
        _clock.Advance(step < LongestQuietStep ? step : LongestQuietStep);
    }
}
