namespace Accelerator.Loopback.Faults;

/// <summary>How a connection is ended.</summary>
public enum CloseKind
{
    /// <summary>FIN: orderly, after everything already sent has arrived.</summary>
    Fin,

    /// <summary>RST: at once; anything still in the send buffer is lost.</summary>
    Reset,
}
