namespace Accelerator.Jobs.Control;

/// <summary>Why a request to the service failed. On the wire: the same names in lower case, with underscores.</summary>
public enum ControlFailure
{
    /// <summary>No service listens.</summary>
    NotRunning,

    /// <summary>The caller lacks the right.</summary>
    Denied,

    /// <summary>The listener is not the service.</summary>
    Untrusted,

    /// <summary>The request is malformed: not JSON, an unknown verb, or a missing or wrong argument.</summary>
    Usage,

    /// <summary>The named object does not exist.</summary>
    NotFound,

    /// <summary>Another process holds the address, or the folder behind it.</summary>
    Taken,

    /// <summary>The other end sends nothing, or does not read.</summary>
    Silent,

    /// <summary>The data received violates the protocol.</summary>
    Broken,

    /// <summary>The service is stopping.</summary>
    Stopping,

    /// <summary>A disk operation failed.</summary>
    Disk,

    /// <summary>A server of a job cannot be queried: it is unreachable, refuses the login, or its password is unknown.</summary>
    Server,

    /// <summary>A defect of the service; its log has the details.</summary>
    Defect,
}
