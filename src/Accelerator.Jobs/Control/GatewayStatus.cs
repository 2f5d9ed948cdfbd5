namespace Accelerator.Jobs.Control;

/// <summary>A gateway of the service.</summary>
/// <param name="Name">Its name in the job file.</param>
/// <param name="Address">The address for FTP clients; null while it is not open.</param>
/// <param name="Http">The address for HTTP clients; null if there is none.</param>
/// <param name="Clients">The number of connected clients.</param>
public sealed record GatewayStatus(string Name, string? Address, string? Http, int Clients);
