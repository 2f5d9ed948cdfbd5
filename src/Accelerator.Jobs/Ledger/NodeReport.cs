namespace Accelerator.Jobs.Ledger;

/// <summary>The report that a node sends with its heartbeat.</summary>
/// <param name="Node">The node's name.</param>
/// <param name="Incarnation">The identifier of its start.</param>
/// <param name="Version">The program's version.</param>
/// <param name="Jobs">The digest of the job file that it has in force.</param>
/// <param name="Sessions">The number of sessions that are logged in, of all servers.</param>
public sealed record NodeReport(string Node, string Incarnation, string Version, string Jobs, int Sessions);
