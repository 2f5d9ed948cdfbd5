namespace Accelerator.Jobs.Control;

/// <summary>What the service is called.</summary>
public static class ServiceNames
{
    /// <summary>In Windows' list of services, and systemd's.</summary>
    public const string Service = "ftpxd";

    /// <summary>
    /// The account that it runs as on Windows unless told otherwise: Windows makes it with the service, and it has no password.
    /// </summary>
    public const string VirtualAccount = @"NT SERVICE\" + Service;

    /// <summary>The source of its entries in Windows' event log.</summary>
    public const string EventSource = "Accelerator";
}
