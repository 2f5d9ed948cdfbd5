namespace Accelerator.Engine.Ranges;

/// <summary>Two ranges of one file do not fit together at their seam.</summary>
/// <param name="offset">The seam.</param>
/// <param name="withEarlierRun">Whether one side was stored by an earlier run.</param>
/// <param name="restIgnored">Whether the data was the file's start again, whatever offset was asked.</param>
/// <param name="dispute">What both sides gave; null where there is one side only.</param>
internal sealed class SeamMismatchException(long offset, bool withEarlierRun, bool restIgnored, SeamDispute? dispute = null)
    : Exception($"The ranges that meet at offset {offset} do not fit together.")
{
    /// <summary>The seam.</summary>
    public long Offset { get; } = offset;

    /// <summary>Whether one side was stored by an earlier run.</summary>
    public bool WithEarlierRun { get; } = withEarlierRun;

    /// <summary>Whether the data was the file's start again.</summary>
    public bool RestIgnored { get; } = restIgnored;

    /// <summary>What both sides gave; null where there is one side only: more came than the file has bytes.</summary>
    public SeamDispute? Dispute { get; } = dispute;
}
