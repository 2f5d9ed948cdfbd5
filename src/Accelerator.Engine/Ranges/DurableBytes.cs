namespace Accelerator.Engine.Ranges;

/// <summary>What of a file is on stable storage, seen in one moment; the two lists never overlap.</summary>
/// <param name="Proven">Joined to byte 0 by a chain of equal seams.</param>
/// <param name="Unproven">Stored, but not yet compared.</param>
/// <param name="Version">Changes whenever either list does.</param>
internal sealed record DurableBytes(IReadOnlyList<ByteRange> Proven, IReadOnlyList<ByteRange> Unproven, long Version)
{
    /// <summary>Checksums of what is stored, in order. They may reach over bytes that are kept out of both lists.</summary>
    public IReadOnlyList<SummedRange> Sums { get; init; } = [];
}
