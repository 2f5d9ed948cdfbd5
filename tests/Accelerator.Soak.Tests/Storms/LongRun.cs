using Accelerator.Cli.Hosting;

namespace Accelerator.Soak.Tests.Storms;

/// <summary>
/// One mirror of very many files for the whole time, at a server that breaks off, refuses and resets repeatedly: the resources that the
/// mirror holds must not grow. It is stopped when the time is over, if it has not completed.
/// </summary>
internal sealed class LongRun(TimeSpan time, string folder, RunLog log)
{
    private const int Streams = 4;
    private const int FileBytes = 3000;

    // With four streams and three to four round trips for each file, the mirror is busy for the whole time, with no more names than that.
    private static readonly TimeSpan RoundTrip = TimeSpan.FromMilliseconds(25);
    private const int FilesPerSecond = 50;

    // The number of files that are fetched before the first sample.
    private const int StartFiles = 100;

    private int Files => StartFiles + (int)(time.TotalSeconds * FilesPerSecond);

    private static readonly TimeSpan Sampling = TimeSpan.FromMilliseconds(250);
    private static readonly TimeSpan Hangs = TimeSpan.FromMinutes(2);

    /// <summary>Runs, watches and checks.</summary>
    /// <returns>What it held, in words.</returns>
    /// <exception cref="BrokenPromiseException">The resources grew, the mirror failed, or a file was wrong.</exception>
    public async Task<string> RunAsync()
    {
        Directory.CreateDirectory(folder);
        await using var server = LoopbackServer.Start(new LoopbackOptions
        {
            Shaping = new LinkShape { ReplyLatency = RoundTrip },
            Faults = FaultPlan.Of(
                Fault.OnRetr().Every(41).DropAfter(1000),
                Fault.OnRetr().Every(67).ResetAfter(500),
                Fault.OnRetr().Every(101).Refuse("451 Local error in processing."),
                Fault.OnCommand("EPSV").Every(97).CloseControl(),
                Fault.OnCommand("EPSV").Every(301).RefusingPort(),
                Fault.OnConnection().Every(7).Reset()),
        });
        server.Files.AddSeries("/long", Files, FileBytes);

        await using var client = new Client(folder, "mirror", "--quiet", "--no-site-memory", "--streams", $"{Streams}", server.UrlOf("/long"), "copy");
        var held = await WatchAsync(client, server);
        var end = await client.EndAsync(Hangs);
        log.Write($"long run: {end}");
        if (end.ExitCode != ExitCodes.Ok && end.ExitCode != ExitCodes.Cancelled) throw new BrokenPromiseException($"A long run failed: {end}\n{end.Error}");
        var files = await CompareAsync(server, isWhole: end.ExitCode == ExitCodes.Ok);
        if (OperatingSystem.IsLinux()) held.Check();
        return $"A mirror of {files} files with {server.Log.Faults.Count} faults held {held}.";
    }

    private async Task<HeldThings> WatchAsync(Client client, LoopbackServer server)
    {
        var held = new HeldThings();
        var exit = client.ExitAsync(CancellationToken.None);
        // Its start is over, however slow the machine is.
        await Task.WhenAny(exit, server.Log.WaitForAsync(seen => seen.DataConnectionsOpened > StartFiles, CancellationToken.None));
        var began = Stopwatch.GetTimestamp();
        while (!exit.IsCompleted && Stopwatch.GetElapsedTime(began) < time)
        {
            if (OpenHandles.Count(client.Id) is { } handles && OpenHandles.Resident(client.Id) is { } resident) held.Add(handles, resident);
            // A real process is sampled at this interval.
            await Task.WhenAny(exit, Task.Delay(Sampling));
        }
        if (!exit.IsCompleted) client.Stop();
        return held;
    }

    private async Task<int> CompareAsync(LoopbackServer server, bool isWhole)
    {
        var found = Directory.EnumerateFiles(Path.Combine(folder, "copy"), "*.dat").ToList();
        foreach (var local in found)
        {
            var path = $"/long/{Path.GetFileName(local)}";
            if (await server.Files[path].Content.FirstDifferenceAsync(local, CancellationToken.None) is { } offset)
                throw new BrokenPromiseException($"{local} is published and is not {path} at {offset}.");
        }
        var missing = Files - found.Count;
        if (isWhole && missing > 0) throw new BrokenPromiseException(string.Create(CultureInfo.InvariantCulture, $"A long run said 0, and {missing} files are not there."));
        return found.Count;
    }
}
