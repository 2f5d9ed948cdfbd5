using System.Net;
using Accelerator.Ftp.Fxp;
using Accelerator.Ftp.Tests.Sessions;
using Accelerator.TestKit;

namespace Accelerator.Ftp.Tests.Fxp;

/// <summary>Two servers that the test plays, and the pair of sessions between them. Between the two no data ever flows: what is tested is what is said.</summary>
internal sealed class FxpStage : IAsyncDisposable
{
    /// <summary>A port that nobody listens at: six numbers, and as EPSV and EPRT write it.</summary>
    public const int Port = (200 * 256) + 10;

    private readonly Site _from;
    private readonly Site _to;
    private readonly Login _source;
    private readonly Login _destination;

    private FxpStage(Site from, Site to, Login source, Login destination, TimeProvider time)
    {
        (_from, _to, _source, _destination) = (from, to, source, destination);
        Receiver = new FxpDestination(destination.Session, time);
        Pair = new FxpPair(source.Session, Receiver, new FtpTimeouts(), time);
        Relay = new FxpRelay(source.Session, Receiver);
    }

    public ScriptedConnection Source => _source.Server;

    public ScriptedConnection Destination => _destination.Server;

    public FxpDestination Receiver { get; }

    public FxpPair Pair { get; }

    public FxpRelay Relay { get; }

    /// <summary>Whether the sessions can go on.</summary>
    public (bool Source, bool Destination) Usable => (_source.Session.IsUsable, _destination.Session.IsUsable);

    public static FxpCopy Order { get; } = new() { From = Site.Path("a.bin"), To = Site.Path("in/a.bin.part"), Longest = TimeSpan.FromHours(1) };

    public static async Task<FxpStage> OpenAsync(TimeProvider? time = null, IPAddress? source = null, IPAddress? destination = null)
    {
        var (from, to) = (new Site(time: time, address: source), new Site(time: time, address: destination));
        return new FxpStage(from, to, await from.LogInAsync(null), await to.LogInAsync(null), time ?? TimeProvider.System);
    }

    public static async Task<FxpStage> OpenWithTlsAsync()
    {
        var (from, to) = (TlsSite.Create(), TlsSite.Create());
        return new FxpStage(from, to, await from.LogInWithTlsAsync(null), await to.LogInWithTlsAsync(null), TimeProvider.System);
    }

    public static async Task<FxpStage> OpenHalfWithTlsAsync()
    {
        var (from, to) = (TlsSite.Create(), new Site());
        return new FxpStage(from, to, await from.LogInWithTlsAsync(null), await to.LogInAsync(null), TimeProvider.System);
    }

    /// <summary>PASV at the destination and PORT at the source, both taken.</summary>
    public async Task RouteAsync()
    {
        await Destination.AnswerAsync("PASV", "227 Entering Passive Mode (127,0,0,1,200,10)");
        await Source.AnswerAsync("PORT 127,0,0,1,200,10", "200 ok");
    }

    /// <summary>The route, and both commands, neither of them answered.</summary>
    /// <param name="ready">What the destination says before the source is told; it has to say something where the clock stands still.</param>
    public async Task BeginAsync(string? ready = "150 go")
    {
        await RouteAsync();
        await Destination.ExpectAsync("STOR in/a.bin.part");
        if (ready is not null) await Destination.ReplyAsync(ready);
        await Source.ExpectAsync("RETR a.bin");
    }

    /// <summary>Waits until the source's last reply was read.</summary>
    public async Task UntilSourceHasEndedAsync()
    {
        for (var tries = 0; !Usable.Source; tries++)
        {
            Assert.True(tries < 500, "The source's last reply was not read.");
            await ScriptedServer.ArrivedAsync();
        }
    }

    /// <summary>The proof that commands and replies are still paired at the source.</summary>
    public Task ExpectSourceInStepAsync() => _source.ExpectInStepAsync();

    /// <summary>The same at the destination.</summary>
    public Task ExpectDestinationInStepAsync() => _destination.ExpectInStepAsync();

    public async ValueTask DisposeAsync()
    {
        await _source.DisposeAsync();
        await _destination.DisposeAsync();
        _from.Dispose();
        _to.Dispose();
    }
}
