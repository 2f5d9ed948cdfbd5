namespace Accelerator.Engine.Ranges;

/// <summary>Reports that two ranges of one file do not match at their seam.</summary>
/// <param name="offset">The offset of the seam.</param>
/// <param name="withEarlierRun">Whether one side was stored by an earlier run.</param>
/// <param name="restIgnored">Whether the data was the file's start again, regardless of the requested offset.</param>
/// <param name="dispute">The bytes from both sides; null where there is one side only.</param>
internal sealed class SeamMismatchException(long offset, bool withEarlierRun, bool restIgnored, SeamDispute? dispute = null)
    : Exception($"The ranges that meet at offset {offset} do not match.")
{
    /// <summary>The offset of the seam.</summary>
    public long Offset { get; } = offset;

    /// <summary>Whether one side was stored by an earlier run.</summary>
    public bool WithEarlierRun { get; } = withEarlierRun;

    /// <summary>Whether the data was the file's start again.</summary>
    public bool RestIgnored { get; } = restIgnored;

    /// <summary>The bytes from both sides; null where there is one side only: more arrived than the file has bytes.</summary>
    public SeamDispute? Dispute { get; } = dispute;
}
