namespace Accelerator.TestKit.Chaos;

/// <summary>What a <see cref="ChaosProxy"/> does to one connection.</summary>
public enum ChaosAct
{
    /// <summary>RST to both ends.</summary>
    Reset,

    /// <summary>FIN to the client; what the client sends still goes through.</summary>
    HalfClose,

    /// <summary>Nothing goes through any more, in either direction, and nobody is told: a forgotten entry in a NAT's table.</summary>
    Silence,
}
