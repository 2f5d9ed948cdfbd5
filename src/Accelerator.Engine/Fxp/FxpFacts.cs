using Accelerator.Ftp.Control;

namespace Accelerator.Engine.Fxp;

/// <summary>What both servers say about one file before a try.</summary>
internal sealed record FxpFacts
{
    /// <summary>SIZE at the source, bytes; null when it does not tell.</summary>
    public required long? Size { get; init; }

    /// <summary>MDTM at the source as it was written; null when it does not tell.</summary>
    public required string? Modified { get; init; }

    /// <summary>SIZE of the final name at the destination; null where there is no such file.</summary>
    public required long? FinalSize { get; init; }

    /// <summary>MDTM of the final name; null where it is not told, or does not matter because the size is another.</summary>
    public string? FinalModified { get; init; }

    /// <summary>SIZE of the partial file at the destination; null where there is none.</summary>
    public required long? PartSize { get; init; }

    /// <summary>Whether the destination tells sizes at all.</summary>
    public required bool DestinationTellsSizes { get; init; }

    /// <summary>SIZE of the partial file with holes; null where there is none, or nobody asked because no record speaks of one.</summary>
    public long? SegmentedSize { get; init; }

    /// <summary>
    /// Whether the destination is known to store segments of one file rightly (true), or not to (false); null where nobody has tried.
    /// </summary>
    public bool? StoresSegments { get; init; }

    /// <summary>Whether the source is known to end where RANG tells it to (true), or not to (false); null where nobody has tried.</summary>
    public bool? SendsRanges { get; init; }

    /// <summary>
    /// What an earlier run, or an earlier try, has written down of this very copy; null where there is nothing, or the source's file is
    /// another now.
    /// </summary>
    public FxpRecord? Earlier { get; init; }

    /// <summary>The source's claims.</summary>
    public required FtpFeatures SourceFeatures { get; init; }

    /// <summary>The destination's claims.</summary>
    public required FtpFeatures DestinationFeatures { get; init; }
}
