namespace Accelerator.Engine.Ranges;

/// <summary>
/// Bytes from one RETR, or from an earlier run's journal: they are right or wrong together. <see cref="ProofChain"/> owns every field and
/// joins fragments whose seam is equal.
/// </summary>
internal sealed class Fragment(long start, int source = 0)
{
    /// <summary>The <see cref="Source"/> of bytes that an earlier run stored.</summary>
    public const int EarlierRun = -1;

    /// <summary>The source of its bytes: the place in <c>TransferItem.Sources</c>, or <see cref="EarlierRun"/>.</summary>
    public int Source { get; } = source;

    /// <summary>First byte.</summary>
    public long Start { get; } = start;

    /// <summary>One past the last byte received.</summary>
    public long End { get; set; } = start;

    /// <summary>Whether it will not grow any more.</summary>
    public bool IsClosed { get; set; }

    /// <summary>
    /// The place in the order in which fragments were closed, from 1; 0 for one that is open or was stored by an earlier run.
    /// </summary>
    public int ClosedAs { get; set; }

    /// <summary>Whether it was stored by an earlier run.</summary>
    public bool IsRestored => Source == EarlierRun;

    /// <summary>
    /// Whether it needs no seam to count as verified: it begins at the file's first byte that is needed, or an earlier run has verified it.
    /// Above byte 0 its source must also have shown that its offsets are right.
    /// </summary>
    public bool IsAnchor { get; init; }

    /// <summary>
    /// Whether its first bytes are available only on the disk: they were compared at a seam that has to be compared once more.
    /// </summary>
    public bool IsHeadStored { get; set; }

    /// <summary>The fragment's first bytes, kept until the one below arrives; null before they arrive and for restored fragments.</summary>
    public byte[]? Head { get; set; }

    /// <summary>
    /// The bytes that the fragment below read past the seam, when they arrived before <see cref="Head"/>; with that fragment.
    /// </summary>
    public (Fragment Lower, byte[] Bytes)? Tail { get; set; }

    /// <summary>The fragment whose group this one belongs to.</summary>
    public Fragment? Group { get; set; }

    /// <summary>For a group's root: whether it is joined to an anchor.</summary>
    public bool IsProven { get; set; }

    /// <summary>Whether the seam at <see cref="Start"/> has been settled.</summary>
    public SeamVerdict Seam { get; set; }
}
