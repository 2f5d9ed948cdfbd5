namespace Accelerator.TestKit.Chaos;

/// <summary>An action of a <see cref="ChaosProxy"/> on one connection.</summary>
public enum ChaosAct
{
    /// <summary>RST to both ends.</summary>
    Reset,

    /// <summary>FIN to the client; what the client sends still goes through.</summary>
    HalfClose,

    /// <summary>
    /// Silence: nothing passes any more, in either direction, and neither end is notified, as with a forgotten entry in a NAT's table.
    /// </summary>
    Silence,
}
