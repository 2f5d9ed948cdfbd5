namespace Accelerator.Soak.Tests.Crashes;

// Compiling code a second time pays in no run that is as short as these.
internal sealed class Daemon(string data) : ProductProcess(
    "Accelerator.Service", "ftpxd.dll", Path.GetDirectoryName(data)!, ["--data", data], ("DOTNET_TieredPGO", "0"),
    ("XDG_STATE_HOME", Path.Combine(Path.GetDirectoryName(data)!, ".local/state")))
{
    // Its own patience, and ten times what was seen on two busy cores.
    private static readonly TimeSpan LongestStop = TimeSpan.FromSeconds(60);

    /// <summary>SIGKILL from any thread, at once.</summary>
    public void Kill() => _ = LinuxCalls.Kill(Id, LinuxCalls.SigKill);

    /// <summary>Waits for the end that a kill makes.</summary>
    /// <exception cref="BrokenPromiseException">It ended by itself.</exception>
    public Task EndAsync() => EndAsync(128 + LinuxCalls.SigKill, "ended by itself");

    /// <summary>Tells it to stop, and waits until it has.</summary>
    /// <exception cref="BrokenPromiseException">It does not, or not well.</exception>
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
