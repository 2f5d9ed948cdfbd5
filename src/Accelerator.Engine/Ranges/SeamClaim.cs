namespace Accelerator.Engine.Ranges;

/// <summary>What one source gave for some bytes at a seam.</summary>
/// <param name="Source">The place in <c>TransferItem.Sources</c>, or <see cref="Fragment.EarlierRun"/>.</param>
/// <param name="Offset">Where in the file.</param>
/// <param name="Bytes">The bytes.</param>
internal sealed record SeamClaim(int Source, long Offset, byte[] Bytes)
{
    /// <summary>Where in the file.</summary>
    public ByteRange Range => new(Offset, Offset + Bytes.Length);
}
