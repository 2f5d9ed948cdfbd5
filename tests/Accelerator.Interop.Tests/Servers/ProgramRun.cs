namespace Accelerator.Interop.Tests.Servers;

/// <summary>
/// A program that runs beside a test; if it is still running at disposal, it is killed with all processes that it started.
/// </summary>
public sealed partial class ProgramRun : IAsyncDisposable
{
    private const int HangUp = 1;
    private const int Interrupt = 2;

    private readonly Process _process;
    private readonly ProgramText _output;
    private readonly ProgramText _error;

    // nohup makes what it runs ignore SIGHUP, a shell without job control SIGINT for its background, and every program started there inherits that.
    static ProgramRun()
    {
        if (!OperatingSystem.IsLinux()) return;
        var line = File.ReadLines("/proc/self/status").First(line => line.StartsWith("SigIgn:", StringComparison.Ordinal));
        var ignored = Convert.ToInt64(line.Split('\t')[1], 16);
        foreach (var signal in (int[])[HangUp, Interrupt])
        {
            if ((ignored & (1 << (signal - 1))) != 0) Handle(signal, handler: 0);
        }
    }

    private ProgramRun(Process process)
    {
        _process = process;
        _output = new ProgramText(process.StandardOutput);
        _error = new ProgramText(process.StandardError);
    }

    public int Id => _process.Id;

    public bool HasExited => _process.HasExited;

    /// <param name="tool">A name that <see cref="ServerTools.Require"/> knows.</param>
    /// <param name="folder">Working directory; also HOME, so that no setting of this machine's user plays a part.</param>
    public static ProgramRun Start(string tool, string folder, params IEnumerable<string> arguments) =>
        StartFile(ServerTools.Require(tool), folder, arguments, new Dictionary<string, string>());

    /// <summary>Starts an executable by its path, with additions to this process's environment.</summary>
    public static ProgramRun StartFile(string file, string folder, IEnumerable<string> arguments, IReadOnlyDictionary<string, string> environment)
    {
        var start = new ProcessStartInfo(file, arguments)
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment["HOME"] = folder;
        // No folder can be made there: what one test teaches of a server, which another may find at the same port, is not remembered.
        start.Environment["XDG_STATE_HOME"] = "/dev/null";
        start.Environment["XDG_CONFIG_HOME"] = "";
        // The folder is often one that a mirror or a listing of the test owns.
        start.Environment["FTPX_HISTORY"] = "no";
        foreach (var (name, value) in environment)
            start.Environment[name] = value;
        var process = Process.Start(start)!;
        process.StandardInput.Close();
        return new ProgramRun(process);
    }

    public static async Task<ProgramEnd> RunAsync(
        string tool, string folder, IEnumerable<string> arguments, CancellationToken cancellationToken)
    {
        await using var run = Start(tool, folder, arguments);
        return await run.WaitAsync(cancellationToken);
    }

    /// <summary>Starts an executable by its path, with additions to this process's environment, and waits for its end.</summary>
    public static async Task<ProgramEnd> RunFileAsync(
        string file, string folder, IEnumerable<string> arguments, CancellationToken cancellationToken, IReadOnlyDictionary<string, string>? environment = null)
    {
        await using var run = StartFile(file, folder, arguments, environment ?? new Dictionary<string, string>());
        return await run.WaitAsync(cancellationToken);
    }

    public async Task<ProgramEnd> WaitAsync(CancellationToken cancellationToken)
    {
        await _process.WaitForExitAsync(cancellationToken);
        return new ProgramEnd(_process.ExitCode, await _output.EndAsync(), await _error.EndAsync());
    }

    public async Task SignalAsync(string signal) =>
        (await RunFileAsync("/bin/bash", "/", ["-c", $"kill -{signal} {Id}"], CancellationToken.None)).Expect();

    /// <summary>SIGKILL: the program gets no chance to tidy up.</summary>
    /// <param name="wholeTree">With everything it started; then it is stopped first, and killed some milliseconds later.</param>
    public async Task KillAsync(bool wholeTree = true)
    {
        _process.Kill(wholeTree);
        await _process.WaitForExitAsync();
    }

    public async ValueTask DisposeAsync()
    {
        await KillAsync();
        await Task.WhenAll(_output.EndAsync(), _error.EndAsync());
        _process.Dispose();
    }

    [LibraryImport("libc", EntryPoint = "signal")]
    private static partial nint Handle(int signal, nint handler);
}
