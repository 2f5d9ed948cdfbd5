using Accelerator.TestKit.Chaos;

namespace Accelerator.Soak.Tests.Storms;

/// <summary>
/// The faults around the runs of a round, spell after spell, and then calm. The seed determines the spells and their lengths; the machine
/// determines which command of which run meets a fault.
/// </summary>
internal sealed class Weather(LoopbackServer server, LoopbackPorts.Reservation port, SourceTree tree, Dice dice, RunLog log) : IAsyncDisposable
{
    // The number of data connections in half a spell; a round has some hundred.
    private const int LongestSpell = 25;
    private static readonly TimeSpan LongestWait = TimeSpan.FromSeconds(3);

    // Ten seconds in total.
    private const int MostTries = 200;

    // A reserved port: one proxy after the other listens there, and the system must not give it to another process between them.
    private ChaosProxy _proxy = ChaosProxy.Start(server.EndPoint, port: port.First);
    private volatile bool _isCalm;
    private int _pathFaults;

    /// <summary>Whether the faults have ended: a run that begins now must succeed.</summary>
    public bool IsCalm => _isCalm;

    /// <summary>The faults so far, at the server and on the path to it.</summary>
    public int Faults => server.Log.Faults.Count + _pathFaults + _proxy.Done.Count;

    /// <summary>Returns the address of a path through the proxy. It stays the same over all spells.</summary>
    public string UrlOf(string path) => $"ftp://{_proxy.EndPoint}/{path}";

    /// <summary>Runs the given number of spells, and then calm.</summary>
    public async Task RunAsync(int spells)
    {
        try
        {
            for (var spell = 1; spell <= spells; spell++) await SpellAsync($"spell {spell} of {spells}");
            server.ClearFaults();
            // Three commands at once may fill a small server, and a server that closes without a reply is abandoned when no session is
            // open.
            server.MaxConnections = null;
            await BeginAsync(new ChaosPlan());
            log.Write("calm");
        }
        catch (Exception e)
        {
            log.Write($"the weather itself has failed: {e}");
            throw;
        }
        finally
        {
            // This applies after a failure too: no run may wait for the end of the weather.
            _isCalm = true;
        }
    }

    public ValueTask DisposeAsync() => _proxy.DisposeAsync();

    private async Task SpellAsync(string name)
    {
        await BeginAsync(dice.OneIn(2) ? PathFaults.Draw(dice) : new ChaosPlan());
        server.ClearFaults();
        var faults = Enumerable.Range(0, 1 + dice.Below(5)).Select(_ => ServerFaults.Draw(dice)).ToList();
        if (dice.OneIn(3)) faults.Add(ServerFaults.DrawLie(dice));
        if (dice.OneIn(2)) faults.Add(Replacement(new Dice(dice.Next())));
        faults.ForEach(server.Inject);
        log.Write($"{name}: {string.Join("; ", faults.Select(fault => fault.Description))}");
        await LastAsync(dice.Below(LongestSpell));
        Strike();
        await LastAsync(dice.Below(LongestSpell));
        server.Thaw();
    }

    // In the middle of what is being sent.
    private Fault Replacement(Dice dice) => Fault.AfterTotalBytes(server.Log.BytesSent + dice.Below(6 << 20)).ChangeFiles(_ => log.Write(tree.ReplaceOne(dice)));

    // Every connection through the old proxy ends with it.
    private async Task BeginAsync(ChaosPlan plan)
    {
        var old = _proxy;
        await old.DisposeAsync();
        _pathFaults += old.Done.Count;
        for (var left = MostTries; ReferenceEquals(_proxy, old); left--)
        {
            try
            {
                _proxy = ChaosProxy.Start(server.EndPoint, plan, old.EndPoint.Port);
            }
            catch (SocketException) when (left > 0)
            {
                // Until it has become ftpx, a process that was just started holds copies of this one's sockets, and so the port.
                await Task.Delay(TimeSpan.FromMilliseconds(50));
            }
        }
    }

    // A spell lasts for a number of data connections, so that on a slow machine, too, every spell has faults. A spell in which nothing
    // passes ends all the same.
    private async Task LastAsync(int connections)
    {
        var until = server.Log.DataConnectionsOpened + connections;
        await server.Log.WaitForAsync(seen => seen.DataConnectionsOpened >= until, CancellationToken.None).WaitAsync(LongestWait).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
    }

    private void Strike()
    {
        switch (dice.Below(8))
        {
            case 0:
                server.CloseControlConnections(ServerFaults.Ending(dice), 1 + dice.Below(4));
                log.Write("control connections end");
                break;
            case 1:
                server.CloseDataConnections(ServerFaults.Ending(dice), 1 + dice.Below(4));
                log.Write("data connections end");
                break;
            case 2:
                _proxy.DoToAll(ChaosAct.Reset);
                log.Write("all connections are reset");
                break;
            case 3:
                server.Freeze();
                log.Write("the server freezes");
                break;
            case 4:
                log.Write(tree.ReplaceOne(dice));
                break;
        }
    }
}
