namespace Accelerator.Interop.Tests.Servers;

/// <summary>A server's process tree: started, listened to, killed as a whole on disposal or when this process ends.</summary>
internal sealed class ServerChild : IAsyncDisposable
{
    private readonly Process _process;
    private readonly StringBuilder _output = new();

    private ServerChild(Process process) => _process = process;

    public bool HasExited => _process.HasExited;

    /// <summary>The output so far, standard output and standard error together.</summary>
    public string Output
    {
        get
        {
            lock (_output)
                return _output.ToString();
        }
    }

    public static ServerChild Start(string file, IEnumerable<string> arguments, string workingDirectory)
    {
        var keeper = Path.Combine(AppContext.BaseDirectory, "Servers", "run-until-stdin-closes");
        var start = new ProcessStartInfo("/bin/bash", [keeper, file, .. arguments])
        {
            WorkingDirectory = workingDirectory,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        if (file.StartsWith(ServerTools.UnpackedRoot, StringComparison.Ordinal) || file == ServerTools.Python)
            foreach (var (name, value) in ServerTools.UnpackedEnvironment)
                start.Environment[name] = value;

        var child = new ServerChild(new Process { StartInfo = start });
        child._process.OutputDataReceived += child.Append;
        child._process.ErrorDataReceived += child.Append;
        child._process.Start();
        child._process.BeginOutputReadLine();
        child._process.BeginErrorReadLine();
        return child;
    }

    /// <summary>Waits for what a server that has ended printed last: its output is read beside it, and may come later than its end.</summary>
    public Task TakeLastWordsAsync() => HasExited ? _process.WaitForExitAsync() : Task.CompletedTask;

    public async ValueTask DisposeAsync()
    {
        // The sessions of vsftpd leave the group their listener is in, so the tree is walked as well.
        _process.Kill(entireProcessTree: true);
        await _process.WaitForExitAsync();
        _process.Dispose();
    }

    private void Append(object sender, DataReceivedEventArgs line)
    {
        lock (_output)
            _output.Append(line.Data).Append('\n');
    }
}
