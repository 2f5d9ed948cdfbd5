namespace Accelerator.Engine.Ranges;

/// <summary>A snapshot of a file's bytes on stable storage; the two lists never overlap.</summary>
/// <param name="Proven">Joined to byte 0 by a chain of equal seams.</param>
/// <param name="Unproven">Stored, but not yet compared.</param>
/// <param name="Version">Changes whenever either list does.</param>
internal sealed record DurableBytes(IReadOnlyList<ByteRange> Proven, IReadOnlyList<ByteRange> Unproven, long Version)
{
    /// <summary>Checksums of the stored bytes, in order. They may cover bytes that are kept out of both lists.</summary>
    public IReadOnlyList<SummedRange> Sums { get; init; } = [];
}
