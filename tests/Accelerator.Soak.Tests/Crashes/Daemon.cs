using System.Diagnostics;
using System.Runtime.InteropServices;

namespace Accelerator.Soak.Tests.Crashes;

/// <summary>One run of the real <c>ftpxd</c>, a process of its own.</summary>
internal sealed class Daemon : IAsyncDisposable
{
    private const int Terminate = 15;

    // Its own patience, and ten times what was seen on two busy cores.
    private static readonly TimeSpan LongestStop = TimeSpan.FromSeconds(60);

    private static readonly string Host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet"));

    private static readonly string Library = BuiltProgram.Find("Accelerator.Service", "ftpxd.dll");

    private readonly Process _process;
    private readonly Task<string> _output;
    private readonly Task<string> _error;

    private Daemon(Process process)
    {
        _process = process;
        _output = process.StandardOutput.ReadToEndAsync();
        _error = process.StandardError.ReadToEndAsync();
    }

    /// <summary>Starts it.</summary>
    /// <param name="data">Its data folder.</param>
    public static Daemon Start(string data)
    {
        var start = new ProcessStartInfo(Host, [Library, "--data", data]) { RedirectStandardInput = true, RedirectStandardOutput = true, RedirectStandardError = true };
        // A start is over before code that is compiled twice would gain anything.
        start.Environment["DOTNET_TieredPGO"] = "0";
        start.Environment["HOME"] = Path.GetDirectoryName(data)!;
        var process = Process.Start(start)!;
        process.StandardInput.Close();
        return new Daemon(process);
    }

    /// <summary>Its process.</summary>
    public int Id => _process.Id;

    /// <summary>Whether it has ended.</summary>
    public bool HasExited => _process.HasExited;

    /// <summary>SIGKILL from any thread, at once.</summary>
    public void Kill() => _ = LinuxCalls.Kill(Id, LinuxCalls.SigKill);

    /// <summary>Waits for the end that a kill makes.</summary>
    /// <exception cref="BrokenPromiseException">It ended by itself.</exception>
    public async Task EndAsync()
    {
        await _process.WaitForExitAsync();
        if (_process.ExitCode != 128 + LinuxCalls.SigKill) throw new BrokenPromiseException($"The service ended by itself with exit code {_process.ExitCode}. It said: {await _error}{await _output}");
    }

    /// <summary>Tells it to stop, and waits until it has.</summary>
    /// <exception cref="BrokenPromiseException">It does not, or not well.</exception>
    public async Task StopAsync()
    {
        _ = LinuxCalls.Kill(Id, Terminate);
        try
        {
            await _process.WaitForExitAsync().WaitAsync(LongestStop);
        }
        catch (TimeoutException)
        {
            throw new BrokenPromiseException($"The service does not stop: it was told to {LongestStop.TotalSeconds:0} s ago.");
        }
        if (_process.ExitCode != 0) throw new BrokenPromiseException($"The service was told to stop and ended with exit code {_process.ExitCode}. It said: {await _error}{await _output}");
    }

    /// <inheritdoc/>
    public async ValueTask DisposeAsync()
    {
        if (!_process.HasExited) _process.Kill();
        await _process.WaitForExitAsync();
        await Task.WhenAll(_output, _error);
        _process.Dispose();
    }
}
