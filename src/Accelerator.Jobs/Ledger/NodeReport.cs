namespace Accelerator.Jobs.Ledger;

/// <summary>What a node tells of itself.</summary>
/// <param name="Node">Its name.</param>
/// <param name="Incarnation">Which start of it.</param>
/// <param name="Version">The program's version.</param>
/// <param name="Jobs">The digest of the job file that it has in force.</param>
/// <param name="Sessions">Sessions that are logged in, of all servers.</param>
public sealed record NodeReport(string Node, string Incarnation, string Version, string Jobs, int Sessions);
