namespace Accelerator.Soak.Tests.Storms;

/// <summary>One server and its tree, a mirror and two gets side by side in a storm, and the calm in which they must complete.</summary>
/// <param name="seed">Decides the server, its files and the storm.</param>
/// <param name="spells">Fewest and most spells of the storm.</param>
internal sealed class Round(ulong seed, (int Least, int Most) spells, StormTally tally, RunLog log)
{
    // A server notices a killed client at once, and one behind a proxy when the proxy has ended. A connection that is left over stays for ever.
    private static readonly TimeSpan LongestEcho = TimeSpan.FromMinutes(2);

    // A file in ranges is four times as long.
    private const long BytesBeforeStorm = 4 << 20;

    /// <summary>A storm, the calm, and all checks.</summary>
    /// <param name="folder">Empty; removed after success, and kept for inspection after a failure.</param>
    /// <exception cref="BrokenPromiseException">Something was not right.</exception>
    public async Task RunAsync(string folder)
    {
        log.Write($"round from seed {seed}");
        var dice = new Dice(seed);
        await using var server = LoopbackServer.Start(Options(dice));
        var tree = new SourceTree(server, dice);
        using var port = LoopbackPorts.Reserve(IPAddress.Loopback, 1);
        await using (var weather = new Weather(server, port, tree, new Dice(dice.Next()), log))
        {
            var fixture = new StormFixture(server, tree, weather, tally, log);
            var large = tree.Ranged.ToList();
            var mirror = new RepeatedMirror(Path.Combine(folder, "mirror"), fixture, new Dice(dice.Next()));
            var one = new RepeatedGet("get of one", Path.Combine(folder, "one"), [large[0]], fixture, new Dice(dice.Next()));
            var several = new RepeatedGet("get of several", Path.Combine(folder, "several"), [large[1], .. tree.Files.TakeLast(4)], fixture, new Dice(dice.Next()));
            await one.BeKilledAsync(BytesBeforeStorm);
            await Task.WhenAll(weather.RunAsync(spells.Least + dice.Below(spells.Most - spells.Least + 1)), mirror.RunAsync(), one.RunAsync(), several.RunAsync());
            tally.CountRound(weather.Faults);
        }
        await NobodyIsLeftAsync(server);
        Directory.Delete(folder, recursive: true);
    }

    private static async Task NobodyIsLeftAsync(LoopbackServer server)
    {
        try
        {
            await server.Log.WaitForAsync(seen => seen is { ControlConnections: 0, DataConnections: 0, RunningTransfers: 0 }, CancellationToken.None).WaitAsync(LongestEcho);
        }
        catch (TimeoutException)
        {
            throw new BrokenPromiseException(
                $"Every client has ended, and {server.Log.ControlConnections} control and {server.Log.DataConnections} data connections are open at the server.");
        }
    }

    private static LoopbackOptions Options(Dice dice) => new()
    {
        Shaping = new LinkShape { BytesPerSecond = (1 + dice.Below(6)) << 20, ReplyLatency = TimeSpan.FromMilliseconds(dice.OneIn(2) ? 0 : dice.Below(30)) },
        EarlyClose = dice.Of(Enum.GetValues<EarlyCloseAnswer>()),
        RefuseRestartPastEnd = dice.OneIn(2),
        StrictSequence = dice.OneIn(3),
        Features = dice.OneIn(3) ? LoopbackFeatures.Usual | LoopbackFeatures.Hashes : LoopbackFeatures.Usual,
        MaxConnections = dice.OneIn(3) ? 4 + dice.Below(8) : null,
        LimitPoint = dice.Of(Enum.GetValues<LimitPoint>()),
    };
}
