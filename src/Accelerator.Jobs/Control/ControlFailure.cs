namespace Accelerator.Jobs.Control;

/// <summary>Why the service did not do what it was asked for. On the wire the same words in lower case, with underscores.</summary>
public enum ControlFailure
{
    /// <summary>Nobody listens.</summary>
    NotRunning,

    /// <summary>Whoever asks has not the right to.</summary>
    Denied,

    /// <summary>Somebody listens who is not the service.</summary>
    Untrusted,

    /// <summary>The request makes no sense: no JSON, no such verb, an argument that is missing or wrong.</summary>
    Usage,

    /// <summary>What was named is not there.</summary>
    NotFound,

    /// <summary>The address, or the folder behind it, is taken by another process.</summary>
    Taken,

    /// <summary>The other end says nothing, or does not read.</summary>
    Silent,

    /// <summary>What came is not what was agreed.</summary>
    Broken,

    /// <summary>The service is about to stop.</summary>
    Stopping,

    /// <summary>The disk refused.</summary>
    Disk,

    /// <summary>A server of a job cannot be asked: it is not there, refuses the login, or its password is not known.</summary>
    Server,

    /// <summary>A defect of the service; its log has more.</summary>
    Defect,
}
