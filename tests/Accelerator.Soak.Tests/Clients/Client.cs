using Accelerator.Cli.Hosting;

namespace Accelerator.Soak.Tests.Clients;

/// <summary>One run of the real <c>ftpx</c>.</summary>
/// <param name="folder">Where it runs; its user's home too.</param>
internal sealed class Client(string folder, params IEnumerable<string> words)
    : ProductProcess("Accelerator.Cli", "ftpx.dll", folder, words, ("XDG_STATE_HOME", Path.Combine(folder, "state")))
{
    // What SIGKILL leaves; on Windows the code that Kill gives.
    private static readonly int KilledCode = OperatingSystem.IsWindows() ? -1 : 128 + LinuxCalls.SigKill;

    // A defect, a wrong command line, a disk or certificates at fault: none of them is a server's doing.
    private static readonly HashSet<int> NeverRight =
        [ExitCodes.Failed, ExitCodes.Usage, ExitCodes.Disk, ExitCodes.Tls, ExitCodes.Internal];

    private int _kills;

    /// <summary>SIGKILL, at once, if it still runs.</summary>
    public void Kill()
    {
        Interlocked.Increment(ref _kills);
        _ = Run.KillAsync(wholeTree: false);
    }

    /// <summary>SIGTERM, which asks it to stop as Ctrl-C does: a process that was started in the background may have been told to ignore SIGINT.</summary>
    public void Stop() => _ = LinuxCalls.Kill(Id, LinuxCalls.SigTerm);

    public Task ExitAsync(CancellationToken cancellationToken) => Run.WaitAsync(cancellationToken);

    /// <summary>Waits for the end.</summary>
    /// <param name="limit">A run that is not over by then hangs, unless <paramref name="progress"/> has grown meanwhile: then it has as long once more.</param>
    /// <param name="progress">What grows while the run gets on; null for nothing.</param>
    /// <exception cref="BrokenPromiseException">It hangs, or it ended as no run may.</exception>
    public async Task<ClientEnd> EndAsync(TimeSpan limit, Func<long>? progress = null)
    {
        var exit = Run.WaitAsync(CancellationToken.None);
        var before = progress?.Invoke();
        // The limit of a run that hangs: minutes, which no other run reaches.
        while (await Task.WhenAny(exit, Task.Delay(limit)) != exit && progress?.Invoke() is { } now && now > before) before = now;
        var isHanging = !exit.IsCompleted;
        if (isHanging) Kill();
        var (exitCode, output, error) = await exit;
        if (isHanging) throw new BrokenPromiseException($"A run hangs: it was not over after {limit.TotalSeconds:0} s. Its output: {error}{output}");
        var end = new ClientEnd(exitCode, exitCode == KilledCode && Volatile.Read(ref _kills) > 0, output, error);
        if (!end.WasKilled && (NeverRight.Contains(end.ExitCode) || ExitCodes.All.All(code => code.Value != end.ExitCode)))
            throw new BrokenPromiseException($"A run ended with exit code {end.ExitCode}. Its output: {error}{output}");
        return end;
    }
}
