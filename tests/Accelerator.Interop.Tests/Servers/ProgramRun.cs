using System.Diagnostics;

namespace Accelerator.Interop.Tests.Servers;

/// <summary>A program that a test runs beside itself; killed with everything it started if it is still there at disposal.</summary>
public sealed class ProgramRun : IAsyncDisposable
{
    private readonly Process _process;
    private readonly Task<string> _output;
    private readonly Task<string> _error;

    private ProgramRun(Process process)
    {
        _process = process;
        _output = process.StandardOutput.ReadToEndAsync();
        _error = process.StandardError.ReadToEndAsync();
    }

    public bool HasExited => _process.HasExited;

    /// <param name="tool">A name that <see cref="ServerTools.Require"/> knows.</param>
    /// <param name="folder">Working directory; also HOME, so that no setting of this machine's user plays a part.</param>
    public static ProgramRun Start(string tool, string folder, params IEnumerable<string> arguments)
    {
        var start = new ProcessStartInfo(ServerTools.Require(tool), arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["HOME"] = folder;
        var process = Process.Start(start)!;
        process.StandardInput.Close();
        return new ProgramRun(process);
    }

    /// <summary>Starts a program and waits for its end.</summary>
    public static async Task<(int ExitCode, string Output)> RunAsync(
        string tool, string folder, IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        await using var run = Start(tool, folder, arguments);
        return await run.WaitAsync(cancellationToken);
    }

    /// <summary>Waits for the end; the output is standard output followed by standard error.</summary>
    public async Task<(int ExitCode, string Output)> WaitAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        return (_process.ExitCode, await _output + await _error);
    }

    /// <summary>SIGKILL: the program gets no chance to tidy up.</summary>
    public async Task KillAsync()
    {
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await KillAsync();
        await Task.WhenAll(_output, _error);
        _process.Dispose();
    }
}
