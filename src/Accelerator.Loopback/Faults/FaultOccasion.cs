namespace Accelerator.Loopback.Faults;

/// <summary>Something at which a fault may take place: a connection, a command, or a transfer.</summary>
internal readonly record struct FaultOccasion(int Connection, string Verb = "", string? Path = null, long Offset = 0);
