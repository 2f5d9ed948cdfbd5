using Accelerator.Engine.Ranges;

namespace Accelerator.Engine.Transfers.Sampling;

/// <summary>Bytes as stored on the disk, to be compared with what the server sends now.</summary>
/// <param name="Start">Offset of the first byte in the file.</param>
/// <param name="Stored">The bytes on the disk, 1 to 64 KiB.</param>
internal readonly record struct ContentSample(long Start, byte[] Stored)
{
    /// <summary>The range of the sample in the file.</summary>
    public ByteRange Range => new(Start, Start + Stored.Length);
}
