namespace Accelerator.Jobs.Ledger;

/// <summary>What a node learns when it tells of itself.</summary>
/// <param name="IsRefused">Whether another node has its name.</param>
/// <param name="Clock">The database's clock minus the node's.</param>
/// <param name="Doubt">By how much <paramref name="Clock"/> may be wrong: half a round trip.</param>
/// <param name="Rules">The node whose job file was put in force last, of those that are there; null where there is none.</param>
public sealed record NodeAnswer(bool IsRefused, TimeSpan Clock, TimeSpan Doubt, NodeBeat? Rules);
