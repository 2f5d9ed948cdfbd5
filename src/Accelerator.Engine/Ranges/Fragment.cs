namespace Accelerator.Engine.Ranges;

/// <summary>
/// Bytes that came from one RETR, or from an earlier run's journal: they lie right or wrong together. <see cref="ProofChain"/> owns every
/// field and joins fragments whose seam is equal.
/// </summary>
internal sealed class Fragment(long start, int source = 0)
{
    /// <summary><see cref="Source"/> of what an earlier run stored.</summary>
    public const int EarlierRun = -1;

    /// <summary>Where its bytes came from: the place in <c>TransferItem.Sources</c>, or <see cref="EarlierRun"/>.</summary>
    public int Source { get; } = source;

    /// <summary>First byte.</summary>
    public long Start { get; } = start;

    /// <summary>One past the last byte received.</summary>
    public long End { get; set; } = start;

    /// <summary>Whether it will not grow any more.</summary>
    public bool IsClosed { get; set; }

    /// <summary>
    /// Its place in the order in which fragments were closed, from 1; 0 for one that is open or was stored by an earlier run.
    /// </summary>
    public int ClosedAs { get; set; }

    /// <summary>Whether it was stored by an earlier run.</summary>
    public bool IsRestored => Source == EarlierRun;

    /// <summary>Whether it needs no seam to count as proven: it begins at byte 0, or an earlier run has proven it.</summary>
    public bool IsAnchor { get; init; }

    /// <summary>
    /// Whether its first bytes are to be had from the disk alone: they were shown at a seam that has to be compared once more.
    /// </summary>
    public bool IsHeadStored { get; set; }

    /// <summary>Its first bytes, kept until the fragment below arrives; null before they came and for restored ones.</summary>
    public byte[]? Head { get; set; }

    /// <summary>What the fragment below read past the seam, when it was there before <see cref="Head"/>; with that fragment.</summary>
    public (Fragment Lower, byte[] Bytes)? Tail { get; set; }

    /// <summary>The fragment whose group this one belongs to.</summary>
    public Fragment? Group { get; set; }

    /// <summary>Of a group's root: whether it is joined to byte 0.</summary>
    public bool IsProven { get; set; }

    /// <summary>Whether the seam at <see cref="Start"/> has been settled.</summary>
    public SeamVerdict Seam { get; set; }
}
