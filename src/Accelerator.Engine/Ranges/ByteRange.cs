namespace Accelerator.Engine.Ranges;

/// <summary>Bytes <c>[Start, End)</c> of a file.</summary>
/// <param name="Start">First byte, 0 or more.</param>
/// <param name="End">One past the last byte, <paramref name="Start"/> or more.</param>
public readonly record struct ByteRange(long Start, long End)
{
    /// <summary>Number of bytes.</summary>
    public long Length => End - Start;

    /// <summary>Whether it holds no bytes.</summary>
    public bool IsEmpty => End <= Start;

    /// <inheritdoc/>
    public override string ToString() => $"[{Start}, {End})";
}
