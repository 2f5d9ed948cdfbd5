using System.Collections.Concurrent;
using System.Net;
using Accelerator.Loopback.Content;
using Accelerator.Loopback.Faults;
using Accelerator.Loopback.Logging;
using Accelerator.Loopback.Settings;
using Accelerator.Loopback.Shaping;

namespace Accelerator.Loopback.Protocol;

/// <summary>The state that all sessions of a server share.</summary>
internal sealed class LoopbackContext
{
    private readonly ConcurrentDictionary<IPAddress, Pacer> _pacers = [];

    public LoopbackContext(LoopbackOptions options)
    {
        Options = options;
        Served = options.Folder is { } folder ? new DiskFiles(folder) : Files;
        Log = new LoopbackLog(options.KeepTrace, options.Report);
        Time = options.TimeProvider;
        Plan = new ArmedPlan(options.Faults, Files, Log);
        Limit = new SessionLimit(options);
        TotalPacer = new Pacer(Time, options.Shaping.TotalBytesPerSecond);
    }

    public LoopbackOptions Options { get; }

    public TimeProvider Time { get; }

    /// <summary>The files that faults change.</summary>
    public LoopbackTree Files { get; } = new();

    /// <summary>The files that sessions see.</summary>
    public IServedFiles Served { get; }

    public LoopbackLog Log { get; }

    public ArmedPlan Plan { get; }

    public SessionLimit Limit { get; }

    public OpenDataConnections OpenData { get; } = new();

    public FreezeGate Freeze { get; } = new();

    public Pacer TotalPacer { get; }

    /// <summary>Returns the pacer of all data connections of one client address.</summary>
    public Pacer PacerOf(IPAddress client) =>
        _pacers.GetOrAdd(client, address => new Pacer(Time, Options.Shaping.BytesPerSecondTo?.Invoke(address)));
}
