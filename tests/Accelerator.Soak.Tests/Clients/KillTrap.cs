namespace Accelerator.Soak.Tests.Clients;

/// <summary>Waits for the moment of a kill, which may never come. Create it before the run starts.</summary>
internal sealed class KillTrap : IDisposable
{
    private static readonly string JournalEnding = PartNames.SideFiles("")[1];
    private static readonly string UnfinishedJournalEnding = PartNames.SideFiles("")[2];
    private static readonly string PartEnding = PartNames.SideFiles("")[0];

    private readonly KillTiming _timing;
    private readonly LoopbackServer _server;
    private readonly FileSystemWatcher? _watcher;
    private readonly TaskCompletionSource _seen = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly long _bytesBefore;
    private readonly int _asksBefore;

    /// <param name="server">The server the run talks to.</param>
    /// <param name="folder">The folder in which, or below which, the run's files appear; it must exist.</param>
    public KillTrap(KillTiming timing, LoopbackServer server, string folder)
    {
        (_timing, _server) = (timing, server);
        (_bytesBefore, _asksBefore) = (server.Log.BytesSent, server.Log.CountOf("MDTM"));
        if (timing.Kind is not (KillKind.AtPart or KillKind.AtJournal or KillKind.AfterJournal or KillKind.AtPublication)) return;
        _watcher = new FileSystemWatcher(folder) { IncludeSubdirectories = true, NotifyFilter = NotifyFilters.FileName };
        _watcher.Created += (_, found) => See(found.Name ?? "");
        _watcher.Renamed += (_, found) => See(found.Name ?? "");
        _watcher.EnableRaisingEvents = true;
    }

    /// <summary>Kills the run at its moment, or returns when the run has ended earlier.</summary>
    public async Task SpringAsync(Client client)
    {
        using var over = new CancellationTokenSource();
        var end = client.ExitAsync(over.Token);
        var timing = TimingAsync(over.Token);
        await Task.WhenAny(end, timing);
        if (!end.IsCompleted) client.Kill();
        await over.CancelAsync();
        await Task.WhenAll(end, timing).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    public void Dispose() => _watcher?.Dispose();

    private async Task TimingAsync(CancellationToken cancellationToken)
    {
        switch (_timing.Kind)
        {
            case KillKind.AfterStart:
                break;
            case KillKind.AfterBytes:
                await _server.Log.WaitForAsync(log => log.BytesSent - _bytesBefore >= _timing.Bytes, cancellationToken);
                break;
            case KillKind.AtFinish:
                await _server.Log.WaitForAsync(log => log.CountOf("MDTM") >= _asksBefore + 2, cancellationToken);
                break;
            default:
                await _seen.Task.WaitAsync(cancellationToken);
                break;
        }
        // A kill at a seeded moment of a real process.
        if (_timing.Delay > TimeSpan.Zero) await Task.Delay(_timing.Delay, cancellationToken);
    }

    private void See(string name)
    {
        var isIt = _timing.Kind switch
        {
            KillKind.AtPart => name.EndsWith(PartEnding, StringComparison.Ordinal),
            KillKind.AtJournal => name.EndsWith(UnfinishedJournalEnding, StringComparison.Ordinal),
            KillKind.AfterJournal => name.EndsWith(JournalEnding, StringComparison.Ordinal),
            _ => Path.GetExtension(name) == ".bin",
        };
        if (isIt) _seen.TrySetResult();
    }
}
