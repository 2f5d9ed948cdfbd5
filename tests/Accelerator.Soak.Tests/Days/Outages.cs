using Accelerator.Fuzz.Tests;
using Accelerator.Loopback;
using Accelerator.Soak.Tests.Crashes;

namespace Accelerator.Soak.Tests.Days;

/// <summary>One outage of each kind after another, in an order and at moments that a seed gives, with quiet times between them.</summary>
internal sealed class Outages(DayScene scene, CrashLedger ledger, Agenda agenda, Dice dice, EventLog log)
{
    private readonly List<(DateTimeOffset From, DateTimeOffset To)> _times = [];
    private IAsyncDisposable? _brokenLedger;

    /// <summary>How many there were.</summary>
    public int Count => _times.Count;

    /// <summary>Puts them into the agenda.</summary>
    public void Plan(DateTimeOffset from, TimeSpan length)
    {
        var kinds = Enum.GetValues<OutageKind>().ToList();
        var slot = length / (kinds.Count + 1);
        for (var i = 1; kinds.Count > 0; i++)
        {
            var kind = dice.Of(kinds);
            kinds.Remove(kind);
            var begin = from + (slot * i) + (slot * (dice.Below(20) / 100.0));
            var end = begin + (slot * ((20 + dice.Below(40)) / 100.0));
            _times.Add((begin, end));
            agenda.At(begin, () => BeginAsync(kind, end - begin));
            agenda.At(end, () => EndAsync(kind));
        }
    }

    /// <summary>Whether there is one.</summary>
    public bool IsOn(DateTimeOffset now) => _times.Exists(outage => outage.From <= now && now < outage.To);

    /// <summary>How much of a span of time was without an outage.</summary>
    public TimeSpan WellTime(DateTimeOffset from, DateTimeOffset to) => (to - from) - _times.Aggregate(TimeSpan.Zero, (sum, outage) =>
        sum + new[] { TimeSpan.Zero, (outage.To < to ? outage.To : to) - (outage.From > from ? outage.From : from) }.Max());

    private async Task BeginAsync(OutageKind kind, TimeSpan length)
    {
        log.Write($"{scene.Clock.GetUtcNow():MM-dd HH:mm:ss} ==== {kind} for {length}");
        var server = scene.Server;
        switch (kind)
        {
            case OutageKind.ServerGone:
                await scene.StopServerAsync();
                break;
            case OutageKind.ServerGoneAndServiceRestarted:
                await scene.StopServerAsync();
                await scene.StopServiceAsync();
                await scene.StartServiceAsync();
                break;
            case OutageKind.ServiceRestarted:
                await scene.StopServiceAsync();
                await scene.StartServiceAsync();
                break;
            case OutageKind.LoginsRefused:
                server.Inject(Fault.OnCommand("PASS").Reply("530 Login incorrect."));
                server.CloseControlConnections(CloseKind.Fin);
                break;
            case OutageKind.ServerFull:
                server.Inject(Fault.OnConnection().Refuse());
                server.CloseControlConnections(CloseKind.Fin);
                break;
            case OutageKind.ServerHangs:
                server.Freeze();
                break;
            case OutageKind.ConnectionsReset:
                server.Inject(Fault.OnConnection().Reset());
                server.CloseDataConnections(CloseKind.Reset);
                server.CloseControlConnections(CloseKind.Reset);
                break;
            case OutageKind.NobodyAnswers:
                server.Inject(Fault.OnConnection().NeverAnswer());
                server.CloseControlConnections(CloseKind.Reset);
                break;
            case OutageKind.TransfersBreakOff:
                server.Inject(Fault.OnRetr().ResetAfter(1000));
                break;
            case OutageKind.ListingsAreCut:
                server.Inject(Fault.OnListing().DropAfter(200));
                break;
            case OutageKind.LedgerGone:
                _brokenLedger = await ledger.BreakAsync();
                break;
            case OutageKind.DiskLow:
                await scene.KeepFreeAsync(DayScene.MoreThanAnyDisk);
                break;
        }
    }

    private async Task EndAsync(OutageKind kind)
    {
        log.Write($"{scene.Clock.GetUtcNow():MM-dd HH:mm:ss} ==== {kind} is over");
        switch (kind)
        {
            case OutageKind.ServerGone or OutageKind.ServerGoneAndServiceRestarted:
                scene.StartServer();
                break;
            case OutageKind.ServerHangs:
                scene.Server.Thaw();
                break;
            case OutageKind.LedgerGone:
                await _brokenLedger!.DisposeAsync();
                break;
            case OutageKind.DiskLow:
                await scene.KeepFreeAsync(DayScene.Disk);
                break;
            default:
                scene.Server.ClearFaults();
                scene.Server.CloseControlConnections(CloseKind.Reset);
                break;
        }
    }
}
