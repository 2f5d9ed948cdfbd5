namespace Accelerator.Jobs.Installing;

/// <summary>Why the service configuration of Windows was not changed.</summary>
public enum ServiceControlFailure
{
    /// <summary>The terminal does not run as administrator.</summary>
    Denied,

    /// <summary>The service is not installed.</summary>
    NotInstalled,

    /// <summary>The service is already installed.</summary>
    Installed,

    /// <summary>Another reason, given in the message.</summary>
    Refused,
}
