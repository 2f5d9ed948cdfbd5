namespace Accelerator.Jobs.Ledger;

/// <summary>When a delivered file appeared on the archive, was found and was delivered.</summary>
/// <param name="Folder">The folder on the server.</param>
/// <param name="Name">The name in the folder.</param>
/// <param name="Modified">The time of its last change, from the server; null if it reported none.</param>
/// <param name="FirstSeen">When it was first seen.</param>
/// <param name="DeliveredAt">When it was delivered.</param>
public sealed record Arrival(string Folder, string Name, string? Modified, DateTimeOffset FirstSeen, DateTimeOffset DeliveredAt);
