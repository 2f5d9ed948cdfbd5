namespace Accelerator.Engine.Transfers;

/// <summary>What a stream that asks for work can do now.</summary>
/// <param name="IsSpare">Whether it only stands by: it asks questions, and fetches nothing but a part of a range that would end
/// late.</param>
/// <param name="IsReady">Whether its data connection stands already.</param>
/// <param name="Last">The file that it has last fetched a range of; null while it has fetched none.</param>
/// <param name="Thieves">Streams that take work now, this one counted.</param>
/// <param name="Wanted">Streams that may fetch at once.</param>
internal readonly record struct StreamView(bool IsSpare, bool IsReady, OpenFile? Last, int Thieves, int Wanted);
