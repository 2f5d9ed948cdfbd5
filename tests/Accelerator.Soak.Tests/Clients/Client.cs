using System.Diagnostics;
using System.Runtime.InteropServices;
using Accelerator.Cli;

namespace Accelerator.Soak.Tests.Clients;

/// <summary>One run of the real <c>ftpx</c>, a process of its own.</summary>
internal sealed class Client : IAsyncDisposable
{
    // What SIGKILL leaves; on Windows the code that Kill gives.
    private static readonly int KilledCode = OperatingSystem.IsWindows() ? -1 : 128 + 9;

    // A defect, a wrong command line, a disk or certificates at fault: none of them is a server's doing.
    private static readonly HashSet<int> NeverRight =
        [ExitCodes.Failed, ExitCodes.Usage, ExitCodes.Disk, ExitCodes.Tls, ExitCodes.Internal];

    // dotnet ftpx.dll is one process, as the native host is, and needs no search for the runtime.
    private static readonly string Host = Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "../../../dotnet"));

    private static readonly string Library = BuiltProgram.Find("Accelerator.Cli", "ftpx.dll");

    private readonly Process _process;
    private readonly Task<string> _output;
    private readonly Task<string> _error;
    private int _kills;

    private Client(Process process)
    {
        _process = process;
        _output = process.StandardOutput.ReadToEndAsync();
        _error = process.StandardError.ReadToEndAsync();
    }

    public int Id => _process.Id;

    /// <summary>Starts it in a folder, which is its user's home too.</summary>
    public static Client Start(string folder, params IEnumerable<string> words)
    {
        var start = new ProcessStartInfo(Host, [Library, .. words])
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["HOME"] = folder;
        start.Environment["XDG_STATE_HOME"] = Path.Combine(folder, "state");
        var process = Process.Start(start)!;
        process.StandardInput.Close();
        return new Client(process);
    }

    /// <summary>SIGKILL, at once, if it still runs.</summary>
    public void Kill()
    {
        Interlocked.Increment(ref _kills);
        _process.Kill();
    }

    /// <summary>SIGTERM, which asks it to stop as Ctrl-C does: a process that was started in the background may have been told to ignore SIGINT.</summary>
    public void Stop()
    {
        using var kill = Process.Start("kill", ["-TERM", $"{Id}"]);
        kill.WaitForExit();
    }

    /// <summary>Completes when it has ended.</summary>
    public Task ExitAsync(CancellationToken cancellationToken) => _process.WaitForExitAsync(cancellationToken);

    /// <summary>Waits for the end.</summary>
    /// <param name="limit">A run that is not over by then hangs.</param>
    /// <exception cref="BrokenPromiseException">It hangs, or it ended as no run may.</exception>
    public async Task<ClientEnd> EndAsync(TimeSpan limit)
    {
        try
        {
            await _process.WaitForExitAsync().WaitAsync(limit);
        }
        catch (TimeoutException)
        {
            Kill();
            throw new BrokenPromiseException($"A run hangs: it was not over after {limit.TotalSeconds:0} s. It said: {await _error}{await _output}");
        }
        var end = new ClientEnd(_process.ExitCode, _process.ExitCode == KilledCode && Volatile.Read(ref _kills) > 0, await _output, await _error);
        if (!end.WasKilled && (NeverRight.Contains(end.ExitCode) || ExitCodes.All.All(code => code.Value != end.ExitCode)))
            throw new BrokenPromiseException($"A run ended with exit code {end.ExitCode}. It said: {end.Error}{end.Output}");
        return end;
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
