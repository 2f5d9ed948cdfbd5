using Accelerator.Cli.Hosting;

namespace Accelerator.Soak.Tests.Clients;

/// <summary>One run of the real <c>ftpx</c>.</summary>
/// <param name="folder">The working folder; also the user's home.</param>
internal sealed class Client(string folder, params IEnumerable<string> words)
    : ProductProcess("Accelerator.Cli", "ftpx.dll", folder, words, ("XDG_STATE_HOME", Path.Combine(folder, "state")))
{
    // What SIGKILL leaves; on Windows the code that Kill gives.
    private static readonly int KilledCode = OperatingSystem.IsWindows() ? -1 : 128 + LinuxCalls.SigKill;

    // A defect, a wrong command line, a disk error or a certificate error: no server causes these.
    private static readonly HashSet<int> NeverRight =
        [ExitCodes.Failed, ExitCodes.Usage, ExitCodes.Disk, ExitCodes.Tls, ExitCodes.Internal];

    private int _kills;

    /// <summary>Sends SIGKILL at once if the run has not ended.</summary>
    public void Kill()
    {
        Interlocked.Increment(ref _kills);
        _ = Run.KillAsync(wholeTree: false);
    }

    /// <summary>
    /// Sends SIGTERM, which requests a stop as Ctrl-C does: a process that was started in the background may ignore SIGINT.
    /// </summary>
    public void Stop() => _ = LinuxCalls.Kill(Id, LinuxCalls.SigTerm);

    public Task ExitAsync(CancellationToken cancellationToken) => Run.WaitAsync(cancellationToken);

    /// <summary>Waits for the end.</summary>
    /// <param name="limit">
    /// The time after which a run hangs, unless <paramref name="progress"/> has grown meanwhile: then the limit starts again.
    /// </param>
    /// <param name="progress">A value that grows while the run makes progress; null for none.</param>
    /// <exception cref="BrokenPromiseException">The run hangs, or it ended in a way that no run may.</exception>
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
