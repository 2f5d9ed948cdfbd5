namespace Accelerator.Jobs.Control;

/// <summary>A node that shares the service's ledger.</summary>
/// <param name="Name">The node's name.</param>
/// <param name="IsHere">Whether this is the node that replies.</param>
/// <param name="SeenAt">The time of its last heartbeat, by the database's clock.</param>
/// <param name="SilentSeconds">The seconds since then.</param>
/// <param name="Sessions">The sessions that were logged in at that time.</param>
public sealed record NodeStatus(string Name, bool IsHere, DateTimeOffset SeenAt, double SilentSeconds, int Sessions);
