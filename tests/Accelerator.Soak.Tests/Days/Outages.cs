namespace Accelerator.Soak.Tests.Days;

/// <summary>One outage of each kind after another, in an order and at times that a seed gives, with quiet times between them.</summary>
internal sealed class Outages(DayFixture fixture, CrashLedger ledger, Agenda agenda, Dice dice, RunLog log)
{
    private readonly List<(DateTimeOffset From, DateTimeOffset To)> _times = [];
    private IAsyncDisposable? _brokenLedger;

    public int Count => _times.Count;

    public void Plan(DateTimeOffset from, TimeSpan length)
    {
        var kinds = Kinds().ToList();
        var slot = length / (kinds.Count + 1);
        for (var i = 1; kinds.Count > 0; i++)
        {
            var outage = dice.Of(kinds);
            kinds.Remove(outage);
            var begin = from + (slot * i) + (slot * (dice.Below(20) / 100.0));
            var end = begin + (slot * ((20 + dice.Below(40)) / 100.0));
            _times.Add((begin, end));
            agenda.At(begin, () => DoAsync($"{outage.Name} for {end - begin}", outage.BeginAsync));
            agenda.At(end, () => DoAsync($"{outage.Name} is over", outage.EndAsync));
        }
    }

    /// <summary>Whether there is an outage now.</summary>
    public bool IsOn(DateTimeOffset now) => _times.Exists(outage => outage.From <= now && now < outage.To);

    /// <summary>Gets how much of a span of time was without an outage.</summary>
    public TimeSpan WellTime(DateTimeOffset from, DateTimeOffset to) => (to - from) - _times.Aggregate(TimeSpan.Zero, (sum, outage) =>
        sum + new[] { TimeSpan.Zero, (outage.To < to ? outage.To : to) - (outage.From > from ? outage.From : from) }.Max());

    private IEnumerable<Outage> Kinds() =>
    [
        new("no server", fixture.StopServerAsync, StartServerAsync),
        new("no server, and the service restarts", StopServerAndRestartServiceAsync, StartServerAsync),
        new("the service restarts", RestartServiceAsync, () => Task.CompletedTask),
        Of("530 to every password", CloseKind.Fin, Fault.OnCommand("PASS").Reply("530 Login incorrect.")),
        Of("421 to every connection", CloseKind.Fin, Fault.OnConnection().Refuse()),
        Of("RST to every connection", CloseKind.Reset, Fault.OnConnection().Reset()),
        Of("no greeting", CloseKind.Reset, Fault.OnConnection().NeverAnswer()),
        Of("RST in every file of more than 1000 bytes", close: null, Fault.OnRetr().ResetAfter(1000)),
        Of("every listing breaks off", close: null, Fault.OnListing().DropAfter(200)),
        // All connections stay open, and nothing is sent.
        new("the server hangs", () => Done(fixture.Server.Freeze), () => Done(fixture.Server.Thaw)),
        // Another process locks SQLite, or PostgreSQL is stopped.
        new("no ledger", async () => _brokenLedger = await ledger.BreakAsync(), async () => await _brokenLedger!.DisposeAsync()),
        new("less free on the disk than must stay free", () => fixture.KeepFreeAsync(DayFixture.MoreThanAnyDisk), () => fixture.KeepFreeAsync(DayFixture.Disk)),
    ];

    // Something that the server does until it is told otherwise; open connections end first where it concerns those that are made.
    private Outage Of(string name, CloseKind? close, Fault fault) => new(
        name,
        () => Done(() =>
        {
            fixture.Server.Inject(fault);
            if (close == CloseKind.Reset) fixture.Server.CloseDataConnections(CloseKind.Reset);
            if (close is { } kind) fixture.Server.CloseControlConnections(kind);
        }),
        () => Done(() =>
        {
            fixture.Server.ClearFaults();
            fixture.Server.CloseControlConnections(CloseKind.Reset);
        }));

    private Task StartServerAsync() => Done(fixture.StartServer);

    private async Task StopServerAndRestartServiceAsync()
    {
        await fixture.StopServerAsync();
        await RestartServiceAsync();
    }

    private async Task RestartServiceAsync()
    {
        await fixture.StopServiceAsync();
        await fixture.StartServiceAsync();
    }

    private async Task DoAsync(string what, Func<Task> act)
    {
        log.Write($"{fixture.Clock.GetUtcNow():MM-dd HH:mm:ss} ==== {what}");
        await act();
    }

    private static Task Done(Action act)
    {
        act();
        return Task.CompletedTask;
    }
}

/// <summary>A fault that lasts for minutes or hours.</summary>
/// <param name="BeginAsync">Starts the fault.</param>
/// <param name="EndAsync">Ends the fault.</param>
internal sealed record Outage(string Name, Func<Task> BeginAsync, Func<Task> EndAsync);
