namespace Accelerator.Jobs.Ledger;

/// <summary>Sessions of a server that somebody may use until their lease ends.</summary>
/// <param name="Server">The server's name in the job file.</param>
/// <param name="Slots">Their rows; as many as sessions may be open. Empty where none was free.</param>
public sealed record SlotHold(string Server, IReadOnlyList<long> Slots);
