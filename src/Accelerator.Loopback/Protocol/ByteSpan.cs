namespace Accelerator.Loopback.Protocol;

/// <summary>What REST or RANG asked for: the half-open range [Start, End), End = null for "to the end of the file".</summary>
internal readonly record struct ByteSpan(long Start, long? End);
