namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>
/// Two servers played by the test, and the pair of sessions with them. No data flows between the two: the tests check the dialogue. Both
/// use one clock, which stands still.
/// </summary>
internal sealed class FxpFixture : IAsyncDisposable
{
    /// <summary>A port without a listener, in the notations of EPSV and EPRT.</summary>
    public const int Port = (200 * 256) + 10;

    public const string Passive = "227 Entering Passive Mode (127,0,0,1,200,10)";
    public const string PortCommand = "PORT 127,0,0,1,200,10";
    public const string Retr = "RETR a.bin";
    public const string Stor = "STOR in/a.bin.part";

    private readonly SessionFixture _source;
    private readonly SessionFixture _destination;

    private FxpFixture(SessionFixture source, SessionFixture destination, FakeTime time)
    {
        (_source, _destination, Time) = (source, destination, time);
        Receiver = new FxpDestination(destination.Session, time);
        Pair = new FxpPair(source.Session, Receiver, new FtpTimeouts(), time);
        Relay = new FxpRelay(source.Session, Receiver);
    }

    public static FxpCopy Order { get; } = new() { From = SiteFixture.Path("a.bin"), To = SiteFixture.Path("in/a.bin.part"), Longest = TimeSpan.FromHours(1) };

    public FakeTime Time { get; }

    public ScriptedConnection Source => _source.Server;

    public ScriptedConnection Destination => _destination.Server;

    public FxpDestination Receiver { get; }

    public FxpPair Pair { get; }

    public FxpRelay Relay { get; }

    /// <summary>Whether the sessions are still usable.</summary>
    public (bool Source, bool Destination) Usable => (_source.Session.IsUsable, _destination.Session.IsUsable);

    public static Task<FxpFixture> OpenAsync(IPAddress? source = null, IPAddress? destination = null)
    {
        var time = new FakeTime();
        return OpenAsync(new SiteFixture(time: time, address: source), new SiteFixture(time: time, address: destination), time);
    }

    public static Task<FxpFixture> OpenWithTlsAsync(bool onBothSides = true)
    {
        var time = new FakeTime();
        return OpenAsync(SiteFixture.WithTls(time: time), onBothSides ? SiteFixture.WithTls(time: time) : new SiteFixture(time: time), time);
    }

    public Task CopyAsync() => CopyAsync(Order);

    public Task CopyAsync(FxpCopy order, CancellationToken cancellationToken = default) => Pair.CopyAsync(order, cancellationToken);

    /// <summary>The server on this side.</summary>
    public ScriptedConnection On(FxpSide side) => side == FxpSide.Source ? Source : Destination;

    /// <summary>The server on the other side.</summary>
    public ScriptedConnection Opposite(FxpSide side) => side == FxpSide.Source ? Destination : Source;

    /// <summary>Answers PASV at the passive server and PORT at the other one; both are accepted.</summary>
    public async Task RouteAsync(FxpSide passive = FxpSide.Destination)
    {
        await On(passive).AnswerAsync("PASV", Passive);
        await Opposite(passive).AnswerAsync(PortCommand, "200 ok");
    }

    /// <summary>Sets the route, answers the destination's command with 150 and leaves the source's command unanswered.</summary>
    public async Task BeginAsync()
    {
        await RouteAsync();
        await Destination.AnswerAsync(Stor, "150 go");
        await Source.ExpectAsync(Retr);
    }

    /// <summary>As <see cref="BeginAsync"/>, and the source answers with 150.</summary>
    public async Task BeginBothAsync()
    {
        await BeginAsync();
        await Source.ReplyAsync("150 sending");
    }

    /// <summary>Answers both transfer commands completely once the route is set, and waits until the copy has completed.</summary>
    public async Task FinishAsync(Task copying, string store = Stor)
    {
        await Destination.AnswerAsync(store, "150 go");
        await Source.AnswerAsync(Retr, "150 sending", "226 sent");
        await Destination.ReplyAsync("226 stored");
        await copying.SoonAsync();
    }

    /// <summary>Waits until the client has read this line from a server.</summary>
    public Task UntilReadAsync(FxpSide side, string line) => (side == FxpSide.Source ? _source : _destination).Site.UntilTraceHasAsync($"< {line}");

    /// <summary>Waits until the source's last reply was read and the session is ready again.</summary>
    public Task UntilSourceHasEndedAsync() => Soon.UntilAsync(() => Usable.Source);

    /// <summary>Asserts that commands and replies are still paired at both servers.</summary>
    public async Task ExpectInStepAsync()
    {
        await _source.ExpectInStepAsync();
        await _destination.ExpectInStepAsync();
    }

    /// <summary>Asserts that commands and replies are still paired at the destination.</summary>
    public Task ExpectDestinationInStepAsync() => _destination.ExpectInStepAsync();

    public async ValueTask DisposeAsync()
    {
        await _source.DisposeAsync();
        await _destination.DisposeAsync();
    }

    private static async Task<FxpFixture> OpenAsync(SiteFixture source, SiteFixture destination, FakeTime time) =>
        new(await SessionFixture.OpenAtAsync(source, null), await SessionFixture.OpenAtAsync(destination, null), time);
}
