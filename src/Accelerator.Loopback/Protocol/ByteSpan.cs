namespace Accelerator.Loopback.Protocol;

/// <summary>The range requested by REST or RANG: half-open, [Start, End), End = null for "to the end of the file".</summary>
internal readonly record struct ByteSpan(long Start, long? End);
