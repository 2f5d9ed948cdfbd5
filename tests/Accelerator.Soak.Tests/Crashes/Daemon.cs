namespace Accelerator.Soak.Tests.Crashes;

// Compiling code a second time does not pay in runs as short as these.
internal sealed class Daemon(string data) : ProductProcess(
    "Accelerator.Service", "ftpxd.dll", Path.GetDirectoryName(data)!, ["--data", data], ("DOTNET_TieredPGO", "0"),
    ("XDG_STATE_HOME", Path.Combine(Path.GetDirectoryName(data)!, ".local/state")))
{
    // The service's own stop limit, and thirty times what was measured on two busy cores.
    private static readonly TimeSpan LongestStop = TimeSpan.FromMinutes(3);

    /// <summary>Sends SIGKILL at once, from any thread.</summary>
    public void Kill() => _ = LinuxCalls.Kill(Id, LinuxCalls.SigKill);

    /// <summary>Waits for the end after a kill.</summary>
    /// <exception cref="BrokenPromiseException">The service ended by itself.</exception>
    public Task EndAsync() => EndAsync(128 + LinuxCalls.SigKill, "ended by itself");

    /// <summary>Requests a stop and waits for the end.</summary>
    /// <exception cref="BrokenPromiseException">The service does not stop, or stops with an error.</exception>
    public async Task StopAsync()
    {
        _ = LinuxCalls.Kill(Id, LinuxCalls.SigTerm);
        try
        {
            await EndAsync(0, "was told to stop and ended").WaitAsync(LongestStop);
        }
        catch (TimeoutException)
        {
            throw new BrokenPromiseException($"The service does not stop: it was told to {LongestStop.TotalSeconds:0} s ago.");
        }
    }

    private async Task EndAsync(int exitCode, string otherwise)
    {
        var end = await Run.WaitAsync(CancellationToken.None);
        if (end.ExitCode != exitCode) throw new BrokenPromiseException($"The service {otherwise} with exit code {end.ExitCode}. Its output: {end.Error}{end.Output}");
    }
}
