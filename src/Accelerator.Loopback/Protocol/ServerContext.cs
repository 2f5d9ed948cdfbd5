namespace Accelerator.Loopback;

/// <summary>What all sessions of a server share.</summary>
internal sealed class ServerContext
{
    public ServerContext(LoopbackOptions options)
    {
        Options = options;
        Time = options.TimeProvider;
        Plan = new ArmedPlan(options.Faults, Files, Log);
        Limit = new SessionLimit(options);
        TotalPacer = new Pacer(Time, options.Shaping.TotalBytesPerSecond);
    }

    public LoopbackOptions Options { get; }

    public TimeProvider Time { get; }

    public LoopbackTree Files { get; } = new();

    public LoopbackLog Log { get; } = new();

    public ArmedPlan Plan { get; }

    public SessionLimit Limit { get; }

    public OpenDataConnections OpenData { get; } = new();

    public FreezeGate Freeze { get; } = new();

    public Pacer TotalPacer { get; }
}
