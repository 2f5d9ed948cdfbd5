using Accelerator.Engine.Transfers.Files;

namespace Accelerator.Engine.Transfers.Scheduling;

/// <summary>The state of a stream that asks for work.</summary>
/// <param name="IsSpare">Whether it is a standby stream, which sends queries and fetches only parts of ranges that would end late.</param>
/// <param name="IsReady">Whether its data connection is already open.</param>
/// <param name="Last">The file of which it last fetched a range; null if it has fetched none.</param>
/// <param name="Thieves">Streams that take work now, including this one.</param>
/// <param name="Wanted">Streams that may fetch at once.</param>
internal readonly record struct StreamView(bool IsSpare, bool IsReady, OpenFile? Last, int Thieves, int Wanted);
