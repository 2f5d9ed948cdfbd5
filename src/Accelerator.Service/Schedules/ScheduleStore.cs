namespace Accelerator.Service.Schedules;

/// <summary>Where nodes keep together when jobs look: in the ledger's database, which has the tables.</summary>
/// <param name="Connection">Npgsql's connection string.</param>
/// <param name="Node">This node's name.</param>
internal sealed record ScheduleStore(string Connection, string Node);
