namespace Accelerator.TestKit.Chaos;

/// <summary>Bytes on their way through a <see cref="ChaosProxy"/>.</summary>
/// <param name="Bytes">The bytes.</param>
/// <param name="Came">Time stamp of their arrival.</param>
/// <param name="Then">What is done when they are handed on.</param>
/// <param name="Why">The point at which it is done.</param>
internal sealed record ChaosPiece(ReadOnlyMemory<byte> Bytes, long Came, ChaosAct? Then = null, string Why = "");
