using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>An act at a certain point of a transfer.</summary>
/// <param name="At">Bytes sent of this transfer; negative = bytes left, counted back from its expected end.</param>
/// <param name="ActAsync">What is done; a result other than null ends the transfer.</param>
internal sealed record TransferMark(long At, Func<IScriptedTransfer, CancellationToken, ValueTask<TransferEnding?>> ActAsync);
