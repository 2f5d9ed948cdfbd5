namespace Accelerator.Engine.Ranges;

/// <summary>Two sources gave different bytes for one place: what the first source has there tells who is wrong.</summary>
/// <param name="One">What one of them gave.</param>
/// <param name="Other">What the other one gave.</param>
internal sealed record SeamDispute(SeamClaim One, SeamClaim Other)
{
    /// <summary>The bytes to be asked for.</summary>
    public ByteRange Range => new(Math.Min(One.Offset, Other.Offset), Math.Max(One.Range.End, Other.Range.End));

    /// <summary>Whether a further source is one of the two.</summary>
    public bool HasReplica => One.Source > 0 || Other.Source > 0;

    /// <summary>The sources that gave something else than is there.</summary>
    /// <param name="truth">The bytes from the start of <see cref="Range"/> on, as the first source has them; may be fewer.</param>
    public IReadOnlySet<int> Guilty(ReadOnlySpan<byte> truth)
    {
        var guilty = new HashSet<int>();
        foreach (var claim in (SeamClaim[])[One, Other])
        {
            var there = truth[(int)Math.Min(truth.Length, claim.Offset - Range.Start)..];
            var length = Math.Min(there.Length, claim.Bytes.Length);
            if (!there[..length].SequenceEqual(claim.Bytes.AsSpan(0, length))) guilty.Add(claim.Source);
        }
        return guilty;
    }
}
