namespace Accelerator.Soak.Tests.Constellation;

/// <summary>A running node; see <see cref="NodeProgram"/>.</summary>
internal sealed class NodeProcess : IDisposable
{
    private readonly Process _process;

    /// <param name="name">The node's name among those of the ledger.</param>
    /// <param name="log">The file that its log lines are added to.</param>
    public NodeProcess(string data, string name, DateTimeOffset now, string log)
    {
        Name = name;
        var start = new ProcessStartInfo(ProductProcess.Host, [typeof(NodeProgram).Assembly.Location, "--node", data, name, $"{now.UtcTicks}", log])
        {
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
        };
        foreach (var (variable, value) in OfTheUnit()) start.Environment[variable] = value;
        _process = Process.Start(start)!;
    }

    public string Name { get; }

    public int Id => _process.Id;

    /// <summary>The most bytes that were resident so far.</summary>
    public long Peak => OpenHandles.Peak(_process.Id) ?? 0;

    /// <summary>The bytes that are resident.</summary>
    public long Resident => OpenHandles.Resident(_process.Id) ?? 0;

    /// <summary>Sends a request and returns its answer.</summary>
    /// <exception cref="BrokenPromiseException">The node has ended.</exception>
    public string Ask(string request)
    {
        _process.StandardInput.WriteLine(request);
        return _process.StandardOutput.ReadLine() ?? throw new BrokenPromiseException($"The node {Name} ended by itself when it was asked: {request}");
    }

    public NodeLook Look() => NodeLook.Parse(Ask("look"));

    /// <summary>Sends SIGKILL, and returns when the process is gone.</summary>
    public void Kill()
    {
        _ = LinuxCalls.Kill(_process.Id, LinuxCalls.SigKill);
        _process.WaitForExit();
    }

    public void Dispose()
    {
        Kill();
        _process.Dispose();
    }

    // The memory is measured as systemd starts the service.
    private static IEnumerable<(string Name, string Value)> OfTheUnit()
    {
        const string Assignment = "Environment=";
        foreach (var line in File.ReadLines(Path.Combine(Checkout.Root, "installer/ftpxd.service")).Where(line => line.StartsWith(Assignment, StringComparison.Ordinal)))
            if (line[Assignment.Length..].Split('=') is [var name, var value]) yield return (name, value);
    }
}
