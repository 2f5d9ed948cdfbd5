using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;

namespace Accelerator.Loopback.Protocol;

/// <summary>One client: its state between commands, and the loop that answers them.</summary>
internal sealed class Session(LoopbackContext server, ControlConnection control, ConnectionScript connectionScript) : IDisposable
{
    private readonly List<IDisposable> _places = [];
    private DataOpener? _data;
    private ReceivedCommand _line;
    private ByteSpan _rangeAtPassive;

    public LoopbackContext Server { get; } = server;

    public ControlConnection Control { get; } = control;

    /// <summary>The script of the command being executed.</summary>
    public CommandScript Script { get; private set; } = new();

    public string? User { get; set; }

    public bool PasswordAccepted { get; set; }

    public bool LoggedIn { get; private set; }

    public string Directory { get; set; } = "/";

    public bool IsAscii { get; set; } = true;

    public string HashAlgorithm { get; set; } = server.Options.HashAlgorithms.Count > 0 ? server.Options.HashAlgorithms[0] : "";

    /// <summary>Set by REST and RANG, taken by the next transfer.</summary>
    public ByteSpan Range { get; set; }

    public CloseKind? CloseAfterReply { get; set; }

    public async Task RunAsync(CancellationToken cancellationToken)
    {
        if (connectionScript.NeverAnswer)
        {
            await Task.Delay(Timeout.InfiniteTimeSpan, Server.Time, Control.Gone).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
            return;
        }
        await GreetAsync(cancellationToken).ConfigureAwait(false);
        var lines = new CommandReader(Control, connectionScript, Server.Time);
        while (await lines.NextAsync(cancellationToken).ConfigureAwait(false) is { } line)
        {
            _line = line;
            await HandleAsync(cancellationToken).ConfigureAwait(false);
        }
    }

    public bool Has(LoopbackFeatures feature) => Server.Options.Features.HasFlag(feature);

    public string Resolve(string argument) => LoopbackPath.Resolve(Directory, argument);

    public ByteSpan TakeRange()
    {
        var range = Server.Options.OffsetTakenAtPassive ? _rangeAtPassive : Range;
        Range = _rangeAtPassive = default;
        return range;
    }

    public void UseData(DataOpener opener)
    {
        _data?.Dispose();
        _data = opener;
        _rangeAtPassive = Range;
    }

    public DataOpener? TakeData()
    {
        var data = _data;
        _data = null;
        return data;
    }

    public void Hold(IDisposable place) => _places.Add(place);

    public void ReleasePlaces()
    {
        foreach (var place in _places) place.Dispose();
    }

    /// <summary>Waits until a round trip has passed since the command came in.</summary>
    public async ValueTask WaitUntilDueAsync(CancellationToken cancellationToken)
    {
        var left = Server.Options.Shaping.ReplyLatency - Server.Time.GetElapsedTime(_line.ReceivedAt);
        if (left > TimeSpan.Zero) await Task.Delay(left, Server.Time, cancellationToken).ConfigureAwait(false);
    }

    public void Dispose()
    {
        _data?.Dispose();
        ReleasePlaces();
    }

    private async Task GreetAsync(CancellationToken cancellationToken)
    {
        Fragment();
        var delay = Server.Options.Shaping.ReplyLatency + connectionScript.GreetingDelay;
        if (delay > TimeSpan.Zero) await Task.Delay(delay, Server.Time, cancellationToken).ConfigureAwait(false);
        if (connectionScript.GreetingCondition is { } met) await Server.Log.WaitForAsync(met, cancellationToken).ConfigureAwait(false);
        var greeting = connectionScript.Greeting ?? ReplyBytes.Line(Server.Options.Banner);
        await Control.SendAsync(connectionScript.EndlessGreeting ? "220 "u8.ToArray() : greeting, cancellationToken).ConfigureAwait(false);
        if (connectionScript.EndlessGreeting) await SendFillerAsync(long.MaxValue, cancellationToken).ConfigureAwait(false);
        if (greeting.AsSpan().StartsWith("230"u8)) LogIn();
    }

    private async Task HandleAsync(CancellationToken cancellationToken)
    {
        Server.Log.Command(new(Control.Ordinal, _line.Verb, _line.Verb == "PASS" ? "****" : _line.Argument) { Replies = _line.Replies });
        Script = Server.Plan.ForCommand(new(Control.Ordinal, _line.Verb, Resolve(_line.Argument)));
        Fragment();
        if (Script.Delay > TimeSpan.Zero) await Task.Delay(Script.Delay, Server.Time, cancellationToken).ConfigureAwait(false);
        if (Script.Condition is { } met) await Server.Log.WaitForAsync(met, cancellationToken).ConfigureAwait(false);
        if (Script.CloseInsteadOfReply is { } kind)
        {
            Control.Close(kind);
            return;
        }
        var reply = Script.TakesEffect ? await CarryOutAsync(cancellationToken).ConfigureAwait(false) : null;
        await ReplyAsync(reply, cancellationToken).ConfigureAwait(false);
    }

    private async Task<string?> CarryOutAsync(CancellationToken cancellationToken)
    {
        if (CommandTable.Find(_line.Verb) is not { } entry || !Has(entry.Feature)) return "500 Unknown command.";
        if (entry.NeedsLogin && !LoggedIn) return "530 Please login with USER and PASS.";
        if (Server.Options.StrictSequence && !entry.KeepsSequence)
        {
            TakeRange();
            TakeData()?.Dispose();
        }
        return await entry.Handler(this, _line.Argument, cancellationToken).ConfigureAwait(false);
    }

    private async Task ReplyAsync(string? reply, CancellationToken cancellationToken)
    {
        if (reply is not null && Script.AlterReply is { } alter) reply = alter(reply);
        var bytes = Script.RawReply ?? (reply is null ? [] : ReplyBytes.Line(reply));
        if (bytes.AsSpan().StartsWith("230"u8)) LogIn();
        if (!Script.NeverAnswer)
        {
            await WaitUntilDueAsync(cancellationToken).ConfigureAwait(false);
            await Control.SendAsync(bytes, cancellationToken).ConfigureAwait(false);
        }
        if (Script.FillerBytes > 0) await SendFillerAsync(Script.FillerBytes, cancellationToken).ConfigureAwait(false);
        if (Script.Follow is { } follow)
        {
            if (Script.FollowDelay > TimeSpan.Zero)
                await Task.Delay(Script.FollowDelay, Server.Time, cancellationToken).ConfigureAwait(false);
            await Control.SendAsync(follow, cancellationToken).ConfigureAwait(false);
        }
        if ((Script.CloseAfterReply ?? CloseAfterReply) is { } kind) Control.Close(kind);
    }

    private void Fragment()
    {
        Control.FragmentBytes = Script.FragmentBytes > 0 ? Script.FragmentBytes : connectionScript.FragmentBytes;
        Control.FragmentDelay = Script.FragmentBytes > 0 ? Script.FragmentDelay : connectionScript.FragmentDelay;
    }

    private async Task SendFillerAsync(long bytes, CancellationToken cancellationToken)
    {
        var filler = new byte[16 * 1024];
        filler.AsSpan().Fill((byte)'A');
        for (var sent = 0L; sent < bytes && !Control.Gone.IsCancellationRequested; sent += filler.Length)
            await Control.SendAsync(filler, cancellationToken).ConfigureAwait(false);
    }

    private void LogIn()
    {
        if (LoggedIn) return;
        LoggedIn = true;
        Server.Log.LoggedIn.Enter();
        Server.Log.Report(new LoopbackEvent.Login(Control.Ordinal, Control.Remote, User ?? "", IsAccepted: true));
        Server.Log.Changed();
    }
}
