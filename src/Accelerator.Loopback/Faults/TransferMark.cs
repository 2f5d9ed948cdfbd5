using Accelerator.Loopback.Logging;

namespace Accelerator.Loopback.Faults;

/// <summary>An action at a certain point of a transfer.</summary>
/// <param name="At">Bytes sent of this transfer; negative = bytes left, counted back from its expected end.</param>
/// <param name="ActAsync">The action; a result other than null ends the transfer.</param>
internal sealed record TransferMark(long At, Func<IScriptedTransfer, CancellationToken, ValueTask<TransferEnding?>> ActAsync);
