namespace Accelerator.Engine.Ranges;

/// <summary>The bytes from one source at a seam.</summary>
/// <param name="Source">The place in <c>TransferItem.Sources</c>, or <see cref="Fragment.EarlierRun"/>.</param>
/// <param name="Offset">Their offset in the file.</param>
/// <param name="Bytes">The bytes.</param>
internal sealed record SeamClaim(int Source, long Offset, byte[] Bytes)
{
    /// <summary>The range of the bytes in the file.</summary>
    public ByteRange Range => new(Offset, Offset + Bytes.Length);
}
