namespace Accelerator.Engine.Ranges;

/// <summary>Different bytes from two sources for one range: the first source's bytes there show which one is wrong.</summary>
/// <param name="One">The bytes from one of them.</param>
/// <param name="Other">The bytes from the other one.</param>
internal sealed record SeamDispute(SeamClaim One, SeamClaim Other)
{
    /// <summary>The bytes to be queried.</summary>
    public ByteRange Range => new(Math.Min(One.Offset, Other.Offset), Math.Max(One.Range.End, Other.Range.End));

    /// <summary>Whether a further source is one of the two.</summary>
    public bool HasReplica => One.Source > 0 || Other.Source > 0;

    /// <summary>Returns the sources whose bytes differ from the true ones.</summary>
    /// <param name="truth">The bytes from the start of <see cref="Range"/> on, as the first source has them; may be fewer.</param>
    public IReadOnlySet<int> Guilty(ReadOnlySpan<byte> truth)
    {
        var guilty = new HashSet<int>();
        foreach (var claim in (SeamClaim[])[One, Other])
        {
            var there = truth[checked((int)Math.Min(truth.Length, claim.Offset - Range.Start))..];
            var length = Math.Min(there.Length, claim.Bytes.Length);
            if (!there[..length].SequenceEqual(claim.Bytes.AsSpan(0, length))) guilty.Add(claim.Source);
        }
        return guilty;
    }
}

/// <summary>The bytes from one source at a seam.</summary>
/// <param name="Source">The place in <c>TransferItem.Sources</c>, or <see cref="Fragment.EarlierRun"/>.</param>
/// <param name="Offset">Their offset in the file.</param>
/// <param name="Bytes">The bytes.</param>
internal sealed record SeamClaim(int Source, long Offset, byte[] Bytes)
{
    /// <summary>The range of the bytes in the file.</summary>
    public ByteRange Range => new(Offset, Offset + Bytes.Length);
}
