namespace Accelerator.Loopback.Faults;

/// <summary>The state of the port named in reply to PASV or EPSV.</summary>
internal enum PassivePort
{
    /// <summary>A listener, from the reply on.</summary>
    Open,

    /// <summary>Nothing: connections are refused.</summary>
    Refusing,

    /// <summary>A full queue: connections get no answer.</summary>
    Silent,

    /// <summary>A listener, but only after the transfer command.</summary>
    OpenLate,
}
