namespace Accelerator.Jobs.Ledger;

/// <summary>The answer to a node's heartbeat.</summary>
/// <param name="IsRefused">Whether another node has its name.</param>
/// <param name="Clock">The database's clock minus the node's.</param>
/// <param name="Doubt">The maximum error of <paramref name="Clock"/>: half a round trip.</param>
/// <param name="Rules">The live node whose job file was put in force last; null if there is none.</param>
public sealed record NodeAnswer(bool IsRefused, TimeSpan Clock, TimeSpan Doubt, NodeBeat? Rules);
