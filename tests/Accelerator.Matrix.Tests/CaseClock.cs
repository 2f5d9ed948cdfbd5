namespace Accelerator.Matrix.Tests;

/// <summary>
/// The clock of one case, for the command and its server together. While something happens at the server it runs at a fixed rate; while nothing
/// happens it runs up to a hundred times faster than the wall's, so a time-out of a minute is over in less than a second. It moves in ticks, each behind
/// bytes that have gone through a socket as those of the command do: on a busy machine, where the command waits for a processor, the clock waits with it.
/// </summary>
/// <param name="speed">Seconds of this clock in a second of the wall's while something happens.</param>
internal sealed class CaseClock(int speed) : TimeProvider, IAsyncDisposable
{
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(5);

    // Each quiet tick is longer than the one before it: a command that is only slow loses little of its time. Delays and limits of a case differ by more
    // than the longest, so their order is kept.
    private static readonly TimeSpan FirstQuietStep = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan LongestQuietStep = TimeSpan.FromMilliseconds(500);

    // Times that a byte goes through the socket before each tick: about as many steps as the command needs from a range's last byte to the end of its
    // connection.
    private const int Hops = 3;

    // Ticks without any event at the server. Answers on loopback take a fraction of one tick.
    private const int Quiet = 5;

    // While streams are still to come the data waits for them. The command opens some of them by its clock, so a little time passes when nothing else happens,
    // and when this much has passed they clearly do not come.
    private static readonly TimeSpan StartStep = TimeSpan.FromMilliseconds(10);
    private const int MostStartSteps = 20;

    // Ticks after which everything that was sent has been received.
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

    // 100 ns at each reading: code that waits for less than a timer's millisecond reads again until the time has come.
    public override long GetTimestamp() => _clock.GetTimestamp() + Interlocked.Increment(ref _readings);

    public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period) =>
        _clock.CreateTimer(callback, state, dueTime, period);

    /// <summary>Starts the clock, at the wall's time.</summary>
    /// <param name="log">Where events are seen.</param>
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

    /// <summary>Lets no time pass while something happens, until so many transfers run at once: each stream gets its share however slow its start is.</summary>
    public void WaitForStreams(int streams) => _streams = streams;

    /// <summary>Waits until nothing has happened at the server for some ticks: what it sent has been received.</summary>
    public async Task SettleAsync()
    {
        while (_quiet < Settled) await Task.Delay(Tick);
    }

    /// <summary>Stops the clock where it is. Always true, so that it can end a condition.</summary>
    public bool Hold()
    {
        _quiet = 0;
        return _isHeld = true;
    }

    /// <summary>Lets the clock go on.</summary>
    public void GoOn() => _isHeld = false;

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
            // Without a transfer there is no data to hold back: a login that was refused is tried again later.
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
