namespace Accelerator.Jobs.Installing;

/// <summary>Why Windows' list of services was not changed.</summary>
public enum ServiceControlFailure
{
    /// <summary>The terminal is no administrator's.</summary>
    Denied,

    /// <summary>There is no such service.</summary>
    NotInstalled,

    /// <summary>There is one already.</summary>
    Installed,

    /// <summary>Something else; the sentence says what.</summary>
    Refused,
}
