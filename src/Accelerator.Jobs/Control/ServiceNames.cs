namespace Accelerator.Jobs.Control;

/// <summary>The names of the service.</summary>
public static class ServiceNames
{
    /// <summary>The name in Windows' service manager and in systemd.</summary>
    public const string Service = "ftpxd";

    /// <summary>
    /// The default account of the service on Windows: Windows creates it with the service, and it has no password.
    /// </summary>
    public const string VirtualAccount = @"NT SERVICE\" + Service;

    /// <summary>The source of the service's entries in Windows' event log.</summary>
    public const string EventSource = "Accelerator";
}
