using System.Diagnostics;

namespace Accelerator.Soak.Tests;

/// <summary>What happened in a run, as it happened: a file below the artifacts, whole even when the process that writes it is killed.</summary>
internal sealed class EventLog : IDisposable
{
    private readonly long _began = Stopwatch.GetTimestamp();
    private readonly object _gate = new();
    private readonly StreamWriter _file;

    /// <param name="name">Of the file, without its ending.</param>
    public EventLog(string name)
    {
        Path = System.IO.Path.Combine(Directory.CreateDirectory(SoakOptions.Artifacts).FullName, name + ".log");
        _file = new StreamWriter(Path) { AutoFlush = true };
    }

    public string Path { get; }

    public void Write(string what)
    {
        lock (_gate) _file.WriteLine($"{Stopwatch.GetElapsedTime(_began).TotalSeconds,9:0.000}  {what}");
    }

    public void Dispose()
    {
        lock (_gate) _file.Dispose();
    }
}
